import { Problem } from '@shop/contracts/common/problem';
import { MessageResponse } from '@shop/contracts/common/schema';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import {
  PasswordCheck,
  RecoveryCodes,
  TwoFactor,
  TwoFactorCheck,
  TwoFactorCode,
  TwoFactorSetup,
} from '@shop/contracts/identity/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withoutCaching } from '#platform/http/caching.ts';
import type { AuthContext } from './login.ts';
import type { AuthRouteOptions } from './routes.ts';
import {
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactorSetup,
} from './two-factor.ts';

export const twoFactorRoutes: FastifyPluginAsyncZod<AuthRouteOptions> = async (app, options) => {
  const authContext: AuthContext = { db: app.db, ...options };
  withoutCaching(app);
  const config = { access: 'owner', rate: 'write' } as const;
  const tags = ['Two-factor sign-in'];
  const errorResponses = { 401: Problem, 409: Problem, 422: Problem, 429: Problem };

  app.get(
    '/user/two-factor',
    {
      config: { access: 'owner' },
      schema: { tags, summary: 'Whether it is on', response: { 200: TwoFactor, 401: Problem } },
    },
    (request) => getTwoFactor(app.db, options.settings, request.actor),
  );

  app.post(
    '/user/two-factor',
    {
      config,
      schema: {
        tags,
        summary: 'Begins to set it up: a secret for the app, and recovery codes',
        body: PasswordCheck,
        response: { 200: TwoFactorSetup, ...errorResponses },
      },
    },
    (request) => startTwoFactorSetup(authContext, request, request.actor, request.body.password),
  );

  app.post(
    '/user/two-factor/confirmation',
    {
      config,
      schema: {
        tags,
        summary: 'Turns it on with the first code of the app; every other session ends',
        body: TwoFactorCode,
        response: { 200: MessageResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      reply.header('set-cookie', await confirmTwoFactor(authContext, request, request.actor, request.body.code));
      return { message: settingsMessages.twoFactorTurnedOn };
    },
  );

  app.post(
    '/user/two-factor/removal',
    {
      config,
      schema: {
        tags,
        summary: 'Turns it off with the password and a code',
        body: TwoFactorCheck,
        response: { 200: MessageResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      reply.header('set-cookie', await disableTwoFactor(authContext, request, request.actor, request.body));
      return { message: settingsMessages.twoFactorTurnedOff };
    },
  );

  app.post(
    '/user/two-factor/recovery-codes',
    {
      config,
      schema: {
        tags,
        summary: 'New recovery codes in place of the old',
        body: TwoFactorCheck,
        response: { 200: RecoveryCodes, ...errorResponses },
      },
    },
    (request) => renewRecoveryCodes(authContext, request, request.actor, request.body),
  );
};
