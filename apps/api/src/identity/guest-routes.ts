import { finishAccountMessages, guestAccountMessages } from '@shop/contracts/identity/guest-messages';
import * as operations from '@shop/contracts/identity/operations';
import type { GuestAccount, SignedIn } from '@shop/contracts/identity/schema';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { byIp, byUser } from '#identity/auth/attempts.ts';
import type { RequestContext } from '#identity/auth/better-auth.ts';
import { makeConfirmationLink } from '#identity/auth/confirm-email.ts';
import { isEmailReserved } from '#identity/auth/email-undo-queries.ts';
import { readLink } from '#identity/auth/link-rules.ts';
import { type AuthContext, completeLogin, recordLogin, type WithCookies } from '#identity/auth/login.ts';
import { assertStrongPassword } from '#identity/auth/password-rules.ts';
import { limitConcurrentLogins, passwords } from '#identity/auth/passwords.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { deleteSessionsOf } from './customer-queries.ts';
import { insertSession, isLinkValid, replacePassword, updateToAccount } from './guest-queries.ts';
import { sessionHeaders, startGuestSession } from './guests.ts';
import { findPasswordHash, findUser, findUserId } from './queries.ts';
import { getUser, lockCurrentUser } from './service.ts';
import { consumeEmailChange, lockUser } from './user-queries.ts';

/** `onLogin` as of the other authentication routes. */
type Options = Omit<AuthContext, 'db'> & {
  onLogin: (request: FastifyRequest, reply: FastifyReply, userId: string, guestId: string | undefined) => Promise<void>;
};

export const guestRoutes: FastifyPluginAsync<Options> = async (app, { onLogin, ...options }) => {
  const authContext: AuthContext = { db: app.checkoutDb, ...options };
  withoutCaching(app);
  const respond = async (request: FastifyRequest, reply: FastifyReply, login: WithCookies<SignedIn>) => {
    reply.header('set-cookie', login.cookies);
    request.actorIfAny = login.body.user;
    await onLogin(request, reply, login.body.user.id, login.guestId);
    return login.body;
  };

  handle(app, operations.startGuestSession, { access: 'public', rate: 'write' }, async (request, reply) => {
    const login = await startGuestSession(authContext, request, request.body.email);
    return respond(request, reply, login);
  });

  handle(app, operations.requestGuestAccount, { access: 'customer', rate: 'write', guests: true }, async (request) => {
    const { actor, body } = request;
    const message = await limitConcurrentLogins(() => requestGuestAccount(authContext, actor, body.password));
    return { message };
  });

  handle(app, operations.finishGuestAccount, { access: 'public', rate: 'write' }, async (request, reply) =>
    respond(request, reply, await limitConcurrentLogins(() => finishGuestAccount(authContext, request, request.body))),
  );
};

const ACCOUNT_SESSION_DAYS = 30;

/**
 * Stores the password and sends a link. The session stays that of a guest until the link is followed, so neither the
 * response nor what the session can do reveals whether the address has an account: only the email differs.
 */
async function requestGuestAccount({ db, attempts }: AuthContext, actor: Actor, password: string) {
  const guest = await getUser(db, actor.id);
  if (!guest.guest) throw new DomainError('conflict', 'not_guest', guestAccountMessages.notGuest);
  assertStrongPassword(password, guest, 'password');
  await attempts.count(byUser('guestAccount', actor.id));
  const hash = await passwords.hash(password);

  await db.transaction(async (tx) => {
    const { id, guestEmail: email } = await lockCurrentUser(tx, actor);
    if (!email) throw new DomainError('conflict', 'not_guest', guestAccountMessages.notGuest);
    await replacePassword(tx, id, hash);
    const data = await makeConfirmationLink(tx, id, email);
    const kind = await linkKindFor(tx, id, email);
    // The budget does not depend on whether the address has an account, so that this reveals nothing.
    if (!(await queueEmail(tx, { kind, to: email, userId: id, data })))
      throw new DomainError('too_many', 'too_many_attempts', guestAccountMessages.tooMany, {
        retryAfterSeconds: 3_600,
      });
  });
  return guestAccountMessages.sent(guest.email);
}

/** The owner of the address decides: finish the new account, or add the orders in the existing one. */
async function linkKindFor(tx: Db, guestId: string, email: string) {
  const [accountId, reserved] = [await findUserId(tx, email), await isEmailReserved(tx, email, guestId)];
  const account = accountId === undefined ? undefined : await tx.run(findUser(accountId));
  if (account?.emailVerified) return 'guest_join_orders';
  return account || reserved ? 'guest_account_unconfirmed' : 'guest_account';
}

const invalidLink = () => new DomainError('invalid', 'invalid_link', finishAccountMessages.invalid);

/**
 * The link proves that the address belongs to its reader, and the password that the reader is the guest who chose it: an
 * impostor who began a guest session with another person's address cannot have that person create an account for them.
 * Every session of the guest ends, and the response starts a new one.
 */
async function finishGuestAccount(
  { db, settings, attempts, events }: AuthContext,
  request: RequestContext,
  { token, password }: GuestAccount,
): Promise<WithCookies<SignedIn>> {
  const link = readLink(token);
  if (!link || !(await isLinkValid(db, link.userId, link.secretHash))) throw invalidLink();
  const keys = [...byIp('loginFromIp', request.ip), byUser('passwordCheck', link.userId)];
  await attempts.count(...keys);
  const hash = await findPasswordHash(db, link.userId);
  if (!hash) throw invalidLink();
  if (!(await passwords.verify({ hash, password }))) throw wrongPassword();
  await attempts.forgive(...keys);

  const session = await db
    .transaction(async (tx) => {
      const guest = await tx.run(lockUser(link.userId));
      const confirmed = await tx.run(consumeEmailChange(link.userId, link.secretHash));
      const email = guest?.guestEmail;
      if (!email || confirmed?.email !== email || (await findPasswordHash(tx, guest.id)) !== hash) throw invalidLink();

      await tx.run(updateToAccount(guest.id, email));
      // Checked after the update has claimed the email address, so that a concurrent email change is seen.
      if (await isEmailReserved(tx, email, guest.id)) throw invalidLink();
      await deleteSessionsOf(tx, guest.id);
      const userAgent = request.headers['user-agent'];
      const newToken = await insertSession(tx, { userId: guest.id, userAgent, days: ACCOUNT_SESSION_DAYS });
      await recordLogin(tx, events, { userId: guest.id, requestId: request.id, secondFactor: false });
      return { token: newToken, user: { id: guest.id } };
    })
    .catch((error) => {
      // An account has been created with that email address since.
      throw violatesConstraint(error, 'users_email_key') ? invalidLink() : error;
    });
  return completeLogin(db, settings, request, session, sessionHeaders(session.token, settings, ACCOUNT_SESSION_DAYS));
}

function wrongPassword() {
  const message = finishAccountMessages.wrongPassword;
  return new DomainError('invalid', 'wrong_password', message, { errors: [{ field: 'password', message }] });
}
