import { isStaff } from '@shop/contracts/common/permissions';
import { registerMessages } from '@shop/contracts/identity/auth-messages';
import * as operations from '@shop/contracts/identity/operations';
import type { SignedIn } from '@shop/contracts/identity/schema';
import { invitationMessages } from '@shop/contracts/identity/staff-messages';
import type { InvitationState, StaffRegistration } from '@shop/contracts/identity/staff-schema';
import type { FastifyPluginAsync } from 'fastify';
import { type AuditActor, record } from '#audit/service.ts';
import { lockOwners, type Owner } from '#identity/account/erase-queries.ts';
import { authHeaders, type RequestContext, withAuth } from '#identity/auth/better-auth.ts';
import { isEmailReserved } from '#identity/auth/email-undo-queries.ts';
import { readLink } from '#identity/auth/link-rules.ts';
import { type AuthContext, completeLogin, isSession, recordLogin, type WithCookies } from '#identity/auth/login.ts';
import { assertStrongPassword } from '#identity/auth/password-rules.ts';
import { alreadyVerified, limitConcurrentLogins, passwords } from '#identity/auth/passwords.ts';
import type { AuthRouteOptions, LoginHandler } from '#identity/auth/routes.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, unauthenticated } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { insertAccount } from './queries.ts';
import { sessionToken } from './rules.ts';
import { findActor } from './service.ts';
import {
  findAccount,
  findByLink,
  type InvitationRef,
  type LinkedInvitation,
  lockAccount,
  lockByLink,
  updateAccepted,
} from './staff-queries.ts';
import { deleteOtherSessions, updateUser } from './user-queries.ts';

type Options = AuthRouteOptions & { onLogin: LoginHandler };

export const invitationRoutes: FastifyPluginAsync<Options> = async (app, { onLogin, ...options }) => {
  withoutCaching(app);
  const authContext = { db: app.db, ...options };
  handle(app, operations.getStaffInvitation, { access: 'public', rate: 'login' }, async (request) => {
    request.actorIfAny = await findActor(app.db, options.settings.acceptedAuthSecrets, request.headers);
    return readInvitation(app.db, request.actorIfAny, request.query.token);
  });

  handle(app, operations.registerStaff, { access: 'public', rate: 'write' }, async (request, reply) => {
    const { body, cookies, guestId } = await limitConcurrentLogins(() =>
      registerStaff(authContext, request, request.body),
    );
    reply.header('set-cookie', cookies);
    request.actorIfAny = body.user;
    await onLogin(request, reply, body.user.id, guestId);
    return body;
  });

  handle(app, operations.acceptStaffInvitation, { access: 'customer', rate: 'write' }, async (request) => {
    await acceptInvitation(authContext, request, request.actor, request.body.token);
    return { message: invitationMessages.accepted };
  });
};

const invalidLink = () => new DomainError('invalid', 'invalid_link', invitationMessages.invalid);
const loginRequired = () => new DomainError('conflict', 'account_exists', invitationMessages.logIn);

function linkIn(token: string): InvitationRef {
  const link = readLink(token);
  if (!link) throw invalidLink();
  return { id: link.userId, secretHash: link.secretHash };
}

/** Reading the invitation changes nothing: email security scanners open every link. */
async function readInvitation(db: Db, actor: Actor | undefined, token: string): Promise<InvitationState> {
  const invitation = await db.run(findByLink(linkIn(token)));
  if (!invitation) throw invalidLink();
  const { email, role } = invitation;
  const account = await db.run(findAccount(email));
  if (!account) return { email, role, next: 'register' };
  if (!actor) return { email, role, next: 'log-in' };
  return { email, role, next: actor.id === account.id ? 'accept' : 'log-out' };
}

/** For an address without an account: the link proves that it belongs to the new staff member. */
async function registerStaff(
  { db, settings, events }: AuthContext,
  request: RequestContext,
  { token, name, password }: StaffRegistration,
): Promise<WithCookies<SignedIn>> {
  const link = linkIn(token);
  const found = await db.run(findByLink(link));
  if (!found) throw invalidLink();
  assertStrongPassword(password, { name, email: found.email, role: found.role }, 'password');
  const hash = await passwords.hash(password);

  const { response, headers } = await db
    .transaction(async (tx) => {
      const owners = await tx.run(lockOwners());
      const invitation = await lockUsable(tx, link, owners);
      const { email, role } = invitation;
      if (await tx.run(findAccount(email))) throw loginRequired();
      const userId = await insertAccount(tx, { name, email, role, emailVerified: true }, hash);
      // Checked after the insert has claimed the email address, so that a concurrent email change is seen.
      if (await isEmailReserved(tx, email, userId))
        throw new DomainError('conflict', 'email_exists', registerMessages.emailTaken);
      const actor = { id: userId, requestId: request.id };
      await completeAcceptance(tx, { actor, invitation, owners, name, previousRole: null });

      const given = { body: { email, password }, headers: authHeaders(request, settings) };
      const signedIn = await withAuth(tx, settings, ({ api }) => api.signInEmail({ ...given, returnHeaders: true }), {
        passwords: alreadyVerified(),
      });
      await recordLogin(tx, events, { userId, requestId: request.id, secondFactor: false });
      return signedIn;
    })
    .catch((error) => {
      // A concurrent registration took the email address.
      throw violatesConstraint(error, 'users_email_key') ? loginRequired() : error;
    });
  if (!isSession(response)) throw new Error('The new account was not logged in.');
  return completeLogin(db, settings, request, response, headers);
}

/**
 * For an existing account, which is logged in. Its other sessions end. Whether its password is strong enough for staff
 * is known after the next login or change of it.
 */
async function acceptInvitation({ db, settings }: AuthContext, request: RequestContext, actor: Actor, token: string) {
  const link = linkIn(token);
  await db.transaction(async (tx) => {
    // Owners, user, invitation: the order of role changes and of account deletion.
    const owners = await tx.run(lockOwners());
    const account = await tx.run(lockAccount(actor.id));
    if (!account) throw unauthenticated();
    const invitation = await lockUsable(tx, link, owners);
    if (account.email !== invitation.email)
      throw new DomainError('conflict', 'wrong_account', invitationMessages.wrongAccount);
    if (isStaff(account)) throw new DomainError('conflict', 'already_staff', invitationMessages.alreadyStaff);

    await tx.run(updateUser(actor.id, { role: invitation.role, emailVerified: true, needsNewPassword: true }));
    await tx.run(deleteOtherSessions(actor.id, sessionToken(request.headers, settings.acceptedAuthSecrets) ?? ''));
    await completeAcceptance(tx, { actor, invitation, owners, name: account.name, previousRole: account.role });
  });
}

/** With all owners locked, the one who sent the invitation stays an owner until the transaction ends. */
async function lockUsable(tx: Db, link: InvitationRef, owners: Owner[]) {
  const invitation = await tx.run(lockByLink(link));
  if (!invitation || !owners.some(({ id }) => id === invitation.invitedBy)) throw invalidLink();
  return invitation;
}

type Acceptance = {
  actor: AuditActor & { id: string };
  invitation: LinkedInvitation;
  owners: Owner[];
  name: string;
  previousRole: string | null;
};

/** Single use. Every owner is notified, as of a change of role. */
async function completeAcceptance(tx: Db, { actor, invitation, owners, name: person, previousRole }: Acceptance) {
  const { id, role, invitedBy } = invitation;
  await tx.run(updateAccepted(id));
  await record(tx, actor, {
    action: 'staff.accept_invitation',
    entity: 'staff_invitation',
    entityId: id,
    before: previousRole === null ? null : { role: previousRole },
    after: { role },
  });
  const by = owners.find((owner) => owner.id === invitedBy)?.name ?? '';
  for (const { id: userId, name, email: to } of owners) {
    const data = { name, personId: actor.id, person, role, by };
    await queueEmail(tx, { kind: 'staff_joined', to, userId, data });
  }
}
