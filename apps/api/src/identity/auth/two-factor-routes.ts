import { settingsMessages } from '@shop/contracts/identity/account-messages';
import * as operations from '@shop/contracts/identity/operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import type { AuthContext } from './login.ts';
import type { AuthRouteOptions } from './routes.ts';
import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactorSetup,
} from './two-factor.ts';

export const twoFactorRoutes: FastifyPluginAsync<AuthRouteOptions> = async (app, options) => {
  const authContext: AuthContext = { db: app.db, ...options };
  withoutCaching(app);
  handle(app, operations.getTwoFactor, { access: 'owner' }, (request) =>
    getTwoFactor(app.db, options.settings, request.actor),
  );

  handle(app, operations.startTwoFactorSetup, { access: 'owner', rate: 'write' }, (request) =>
    startTwoFactorSetup(authContext, request, request.actor, request.body.password),
  );

  handle(app, operations.confirmTwoFactor, { access: 'owner', rate: 'write' }, async (request, reply) => {
    reply.header('set-cookie', await confirmTwoFactor(authContext, request, request.actor, request.body.code));
    return { message: settingsMessages.twoFactorTurnedOn };
  });

  handle(app, operations.disableTwoFactor, { access: 'owner', rate: 'write' }, async (request, reply) => {
    reply.header('set-cookie', await disableTwoFactor(authContext, request, request.actor, request.body));
    return { message: settingsMessages.twoFactorTurnedOff };
  });

  handle(app, operations.renewRecoveryCodes, { access: 'owner', rate: 'write' }, (request) =>
    renewRecoveryCodes(authContext, request, request.actor, request.body),
  );
};
