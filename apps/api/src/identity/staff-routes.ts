import { createHash, randomBytes } from 'node:crypto';
import { isStaff } from '@shop/contracts/common/permissions';
import { CreatedResponse } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/identity/admin-operations';
import { staffPageMessages as messages } from '@shop/contracts/identity/staff-messages';
import { INVITATIONS_MAX, type NewInvitation, type StaffList } from '@shop/contracts/identity/staff-schema';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { record } from '#audit/service.ts';
import { emailHint, hashOf, linkFor } from '#identity/auth/link-rules.ts';
import { confirmPassword } from '#identity/auth/own-password.ts';
import type { AuthRouteOptions } from '#identity/auth/routes.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { toIso, withIsoDate } from '#platform/timestamps.ts';
import {
  countOpenInvitations,
  findAccount,
  findOpenInvitation,
  insertInvitation,
  listOpenInvitations,
  listStaff,
  lockInvitations,
  lockOpenInvitation,
  renewInvitation,
  updateRevoked,
} from './staff-queries.ts';

export const staffRoutes: FastifyPluginAsync<AuthRouteOptions> = async (app, { attempts }) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.listStaff, { access: 'staff.write' }, ({ actor }) => browseStaff(db, actor));

  handle(app, operations.inviteStaff, { access: 'staff.write', rate: 'cart' }, async (request) => {
    const { actor, body } = request;
    const { password, ...invitation } = body;
    await confirmPassword(db, attempts, actor, password);
    return runIdempotent(db, callOf(request, invitation), CreatedResponse, (tx) => inviteStaff(tx, actor, invitation));
  });

  handle(app, operations.resendStaffInvitation, { access: 'staff.write', rate: 'cart' }, (request) =>
    runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
      resendInvitation(tx, request.actor, request.params.id),
    ),
  );

  handle(app, operations.revokeStaffInvitation, { access: 'staff.write', rate: 'cart' }, async (request) => {
    await runOnceWithoutResponse(db, request, (tx) => revokeInvitation(tx, request.actor, request.params.id));
  });
};

/** The call is identified without the password: no fast hash of one may be stored. */
const callOf = (request: FastifyRequest, { email, role }: Omit<NewInvitation, 'password'>) => ({
  ...keyedCall(request),
  requestHash: createHash('sha256').update(`${request.method} ${request.url}\n${role} ${email}`).digest(),
});

async function browseStaff(db: Db, actor: Actor): Promise<StaffList> {
  const [members, invitations] = await Promise.all([db.run(listStaff()), db.run(listOpenInvitations())]);
  return {
    members: members.map(({ lastLoginAt, ...member }) => ({
      ...member,
      lastLoginAt: lastLoginAt && toIso(lastLoginAt),
      isYou: member.id === actor.id,
    })),
    invitations: invitations.map((invitation) => ({
      ...withIsoDate(invitation),
      expiresAt: toIso(invitation.expiresAt),
    })),
  };
}

/**
 * The caller has confirmed the password of the actor. That the actor is still an owner is checked when the invitation
 * is accepted.
 */
async function inviteStaff(tx: Db, actor: Actor, { email, role }: Omit<NewInvitation, 'password'>) {
  await lockAgainstDeletion(tx, { email });
  const account = await tx.run(findAccount(email));
  if (isStaff(account)) throw rejectedEmail('already_staff', messages.alreadyStaff);
  await tx.run(lockInvitations());
  if ((await countOpenInvitations(tx)) >= INVITATIONS_MAX)
    throw new DomainError('conflict', 'too_many_invitations', messages.tooMany);

  const secret = newSecret();
  const row = { email, role, secretHash: hashOf(secret), invitedBy: actor.id };
  const { id, expiresAt } = await tx.run(insertInvitation(row)).catch((error) => {
    throw violatesConstraint(error, 'staff_invitations_open')
      ? rejectedEmail('already_invited', messages.alreadyInvited)
      : error;
  });
  await record(tx, actor, {
    action: 'staff.invite',
    entity: 'staff_invitation',
    entityId: id,
    before: null,
    after: loggedFields({ email, role }),
  });
  const { token } = linkFor(id, secret);
  await queueInvitation(tx, { email, userId: account?.id, role, by: actor.name, token, expiresAt });
  return { id };
}

/** A new link for another seven days. From now on it depends on this owner. */
async function resendInvitation(tx: Db, actor: Actor, id: string) {
  const found = await tx.run(findOpenInvitation(id));
  if (!found) throw invitationNotFound();
  await lockAgainstDeletion(tx, { email: found.email });
  const invitation = await tx.run(lockOpenInvitation(id));
  if (!invitation) throw invitationNotFound();

  const { email, role } = invitation;
  const account = await tx.run(findAccount(email));
  const { token, secretHash } = linkFor(id, newSecret());
  const { expiresAt } = await tx.run(renewInvitation(id, { secretHash, invitedBy: actor.id }));
  const logged = loggedFields({ email, role });
  await record(tx, actor, {
    action: 'staff.resend_invitation',
    entity: 'staff_invitation',
    entityId: id,
    before: logged,
    after: { ...logged, resent: true },
  });
  await queueInvitation(tx, { email, userId: account?.id, role, by: actor.name, token, expiresAt });
  return { id };
}

async function revokeInvitation(tx: Db, actor: Actor, id: string) {
  const invitation = await tx.run(lockOpenInvitation(id));
  if (!invitation) throw invitationNotFound();
  await tx.run(updateRevoked(id));
  await record(tx, actor, {
    action: 'staff.revoke_invitation',
    entity: 'staff_invitation',
    entityId: id,
    before: loggedFields(invitation),
    after: null,
  });
}

const newSecret = () => randomBytes(32).toString('base64url');

/** The log is kept longer than the invitation: it has a hint of the address only. */
const loggedFields = ({ email, role }: { email: string; role: string }) => ({ email: emailHint(email), role });

const invitationNotFound = () => new DomainError('not_found', 'invitation_not_found', messages.notFound);

const rejectedEmail = (code: string, message: string) =>
  new DomainError('conflict', code, message, { errors: [{ field: 'email', message }] });

type InvitationEmail = Pick<NewInvitation, 'email' | 'role'> & {
  userId: string | undefined;
  by: string;
  token: string;
  expiresAt: Date;
};

const queueInvitation = (tx: Db, { email: to, userId, ...data }: InvitationEmail) =>
  queueEmail(tx, { kind: 'staff_invitation', to, userId, data });
