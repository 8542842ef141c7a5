import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { confirmEmailMessages, notMeMessages, undoEmailMessages } from '@shop/contracts/identity/auth-messages';
import { joinOrdersMessages } from '@shop/contracts/identity/guest-messages';
import * as operations from '@shop/contracts/identity/operations';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { recordExport } from '#audit/service.ts';
import { confirmEmail, sendConfirmation } from '#identity/auth/confirm-email.ts';
import { logout } from '#identity/auth/login.ts';
import type { AuthRouteOptions } from '#identity/auth/routes.ts';
import { undoEmailChange } from '#identity/auth/undo-email-change.ts';
import { joinGuestOrders } from '#identity/join-guest.ts';
import { listGuestOrders } from '#identity/join-guest-queries.ts';
import { sessionToken } from '#identity/rules.ts';
import { findActor } from '#identity/service.ts';
import {
  deleteOtherSessions,
  deleteOwnSession,
  findPreferences,
  listSessions,
  updatePreferences,
} from '#identity/user-queries.ts';
import { DomainError } from '#platform/errors.ts';
import { unauthenticated } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { deleteAccount } from './delete-account.ts';
import { denyEmail } from './deny-email.ts';
import { findPersonalData } from './export-queries.ts';
import { saveProfile } from './profile.ts';

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
