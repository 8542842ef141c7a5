import { profileMessages, settingsMessages } from '@shop/contracts/identity/account-messages';
import { confirmEmailMessages, notMeMessages, undoEmailMessages } from '@shop/contracts/identity/auth-messages';
import { EMAIL_LINK_MINUTES } from '@shop/contracts/identity/constants';
import { joinOrdersMessages } from '@shop/contracts/identity/guest-messages';
import * as operations from '@shop/contracts/identity/operations';
import type { Profile, SavedProfile } from '@shop/contracts/identity/schema';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { recordExport } from '#audit/service.ts';
import { confirmEmail, makeEmailLink, sendConfirmation } from '#identity/auth/confirm-email.ts';
import { isEmailReserved } from '#identity/auth/email-undo-queries.ts';
import { readLink } from '#identity/auth/link-rules.ts';
import { type AuthContext, logout } from '#identity/auth/login.ts';
import { confirmPassword } from '#identity/auth/own-password.ts';
import type { AuthRouteOptions } from '#identity/auth/routes.ts';
import { undoEmailChange } from '#identity/auth/undo-email-change.ts';
import { deletePassword, hasOrderOrOpenCheckout } from '#identity/guest-queries.ts';
import { joinGuestOrders } from '#identity/join-guest.ts';
import { listGuestOrders } from '#identity/join-guest-queries.ts';
import { findUserId } from '#identity/queries.ts';
import { sessionToken } from '#identity/rules.ts';
import { findActor, getUser, lockCurrentUser } from '#identity/service.ts';
import {
  consumeEmailChange,
  countRecentEmailChanges,
  deleteOtherSessions,
  deleteOwnSession,
  findPreferences,
  type LockedUser,
  listSessions,
  lockUser,
  updatePreferences,
  updateUser,
} from '#identity/user-queries.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, sessionTooOld, unauthenticated } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { deleteAccount, eraseAccount, queueErasure } from './delete-account.ts';
import { findPersonalData } from './export-queries.ts';

/** The account may have been deleted after the session check. */
function assertFound<T>(value: T | undefined): T {
  if (value === undefined) throw unauthenticated();
  return value;
}

export const accountRoutes: FastifyPluginAsync<AuthRouteOptions> = async (app, options) => {
  const { settings } = options;
  withoutCaching(app);
  const ownToken = ({ headers }: FastifyRequest) => assertFound(sessionToken(headers, settings.acceptedAuthSecrets));

  handle(app, operations.updateProfile, { access: 'owner', rate: 'write' }, ({ actor, body }) =>
    saveProfile({ db: app.db, ...options }, actor, body),
  );

  handle(app, operations.confirmEmail, { access: 'public', rate: 'write' }, async (request) => {
    const actor = await findActor(app.db, settings.acceptedAuthSecrets, request.headers);
    await confirmEmail({ db: app.db, ...options }, request, actor, request.body);
    return { message: confirmEmailMessages.done };
  });

  handle(app, operations.denyEmail, { access: 'public', rate: 'write' }, async ({ body }) => {
    await denyEmail(app.db, body.token);
    return { message: notMeMessages.done };
  });

  handle(app, operations.listGuestOrders, { access: 'owner' }, ({ actor }) => app.db.run(listGuestOrders(actor.id)));

  handle(app, operations.joinGuestOrders, { access: 'owner', rate: 'write' }, async ({ actor }) => {
    await joinGuestOrders(app.db, actor);
    return { message: joinOrdersMessages.done };
  });

  handle(app, operations.resendEmailConfirmation, { access: 'owner', rate: 'write' }, async ({ actor }) => ({
    message: await sendConfirmation(app.db, actor),
  }));

  handle(app, operations.undoEmailChange, { access: 'public', rate: 'write' }, async ({ body }) => {
    await undoEmailChange(app.db, body.token);
    return { message: undoEmailMessages.done };
  });

  handle(app, operations.getPreferences, { access: 'owner' }, async ({ actor }) =>
    assertFound(await app.db.run(findPreferences(actor.id))),
  );

  handle(app, operations.updatePreferences, { access: 'owner', rate: 'write' }, async ({ actor, body }) =>
    assertFound(await app.db.run(updatePreferences(actor.id, body))),
  );

  handle(app, operations.listSessions, { access: 'owner' }, (request) =>
    listSessions(app.db, request.actor.id, ownToken(request)),
  );

  handle(app, operations.endOtherSessions, { access: 'owner', rate: 'write' }, async (request) => {
    await app.db.run(deleteOtherSessions(request.actor.id, ownToken(request)));
  });

  handle(app, operations.endSession, { access: 'owner', rate: 'write' }, async ({ actor, params }) => {
    if (!(await app.db.run(deleteOwnSession(actor.id, params.id))))
      throw new DomainError('not_found', 'session_not_found', settingsMessages.sessionNotFound);
  });

  handle(app, operations.exportPersonalData, { access: 'owner', rate: 'write' }, async ({ actor }, reply) => {
    const data = assertFound(await app.db.run(findPersonalData(actor.id)));
    await recordExport(app.db, actor, 'own-data');
    return reply.header('content-disposition', 'attachment; filename="crystalline-my-data.json"').send(data);
  });

  handle(app, operations.deleteAccount, { access: 'owner', rate: 'write' }, async (request, reply) => {
    await deleteAccount({ db: app.db, ...options }, request.actor, request.body.password);
    reply.header('set-cookie', await logout({ db: app.db, ...options }, request));
  });
};

/** Limits the emails that one account can cause to addresses of other people. */
const MAX_EMAIL_CHANGES_PER_HOUR = 5;

/**
 * Name and phone change immediately, the email address once the link sent there is followed. Password resets go to the
 * email address, so changing it requires the password, and for staff a session recent enough for the admin panel.
 */
async function saveProfile(
  { db, attempts }: AuthContext,
  actor: Actor,
  { email, currentPassword, ...profile }: Profile,
): Promise<SavedProfile> {
  const isEmailChanged = email !== (await getUser(db, actor.id)).email;
  if (isEmailChanged) {
    if (actor.sessionTooOld) throw sessionTooOld();
    if (currentPassword === undefined) throw passwordRequired();
    await confirmPassword(db, attempts, actor, currentPassword, 'currentPassword');
  }
  return db.transaction(async (tx) => {
    const user = await lockCurrentUser(tx, actor);
    await tx.run(updateUser(actor.id, profile));
    const confirmationSent = email !== user.email;
    // The account's email address was changed since it was read above.
    if (confirmationSent && !isEmailChanged) throw passwordRequired();
    if (confirmationSent) await sendEmailConfirmation(tx, { ...user, name: profile.name }, email);
    return { user: await getUser(tx, actor.id), confirmationSent };
  });
}

function passwordRequired() {
  const message = settingsMessages.currentPasswordRequired;
  return new DomainError('invalid', 'password_required', message, { errors: [{ field: 'currentPassword', message }] });
}

/**
 * An address that already has an account gets a different email, and the created link is never sent: same work and same
 * response, so that existing accounts are not revealed.
 */
async function sendEmailConfirmation(tx: Db, { id, name }: LockedUser, email: string) {
  const recent = await tx.run(countRecentEmailChanges(id));
  if (recent.count >= MAX_EMAIL_CHANGES_PER_HOUR)
    throw new DomainError('too_many', 'too_many_attempts', profileMessages.tooManyEmails, {
      retryAfterSeconds: 3_600,
    });

  const link = await makeEmailLink(tx, id, email, EMAIL_LINK_MINUTES);
  const [existingUserId, reserved] = [await findUserId(tx, email), await isEmailReserved(tx, email, id)];
  await queueEmail(tx, {
    to: email,
    userId: id,
    ...(existingUserId || reserved
      ? { kind: 'email_in_use', data: {} }
      : { kind: 'confirm_email', data: { name, ...link } }),
  });
}

/**
 * The owner of an address did not ask for the link: someone else entered it. Uses the link up. An account that was
 * registered with the address and never confirmed is erased; an account that only wanted to change to it stays as it is;
 * a guest loses the password that would have made an account. An account that has bought is left to the staff: its owner
 * may have mistyped the address, and waits for a delivery.
 */
async function denyEmail(db: Db, token: string) {
  const invalidLink = () => new DomainError('invalid', 'invalid_link', notMeMessages.invalid);
  const link = readLink(token);
  if (!link) throw invalidLink();
  await db.transaction(async (tx) => {
    const user = await tx.run(lockUser(link.userId));
    const denied = await tx.run(consumeEmailChange(link.userId, link.secretHash));
    if (!user || !denied) throw invalidLink();
    if (user.guestEmail !== null) return tx.run(deletePassword(user.id));
    if (user.emailVerified || denied.email !== user.email) return;
    if (await hasOrderOrOpenCheckout(tx, user.id))
      throw new DomainError('conflict', 'account_has_orders', notMeMessages.hasOrders);
    await eraseAccount(tx, user);
    await queueErasure(tx, user);
  });
}
