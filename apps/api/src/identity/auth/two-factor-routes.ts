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
  const tags = ['Two-factor authentication'];

  app.get(
    '/user/two-factor',
    {
      config: { access: 'owner' },
      schema: {
        operationId: 'getTwoFactor',
        tags,
        summary: 'Get the two-factor authentication status',
        response: { 200: TwoFactor },
      },
    },
    (request) => getTwoFactor(app.db, options.settings, request.actor),
  );

  app.post(
    '/user/two-factor',
    {
      config,
      schema: {
        operationId: 'startTwoFactorSetup',
        tags,
        summary: 'Start two-factor setup. Returns a secret and recovery codes',
        body: PasswordCheck,
        response: { 200: TwoFactorSetup },
        errors: { 409: ['two_factor_on', 'email_unconfirmed'], 422: ['wrong_password'], 429: ['too_many_attempts'] },
      },
    },
    (request) => startTwoFactorSetup(authContext, request, request.actor, request.body.password),
  );

  app.post(
    '/user/two-factor/confirmation',
    {
      config,
      schema: {
        operationId: 'confirmTwoFactor',
        tags,
        summary: 'Turn on two-factor authentication with the first code. Ends all other sessions',
        body: TwoFactorCode,
        response: { 200: MessageResponse },
        errors: { 409: ['two_factor_off', 'email_unconfirmed'], 422: ['invalid_code'], 429: ['too_many_attempts'] },
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
        operationId: 'disableTwoFactor',
        tags,
        summary: 'Turn off two-factor authentication with the password and a code',
        body: TwoFactorCheck,
        response: { 200: MessageResponse },
        errors: { 409: ['two_factor_off'], 422: ['wrong_password', 'invalid_code'], 429: ['too_many_attempts'] },
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
        operationId: 'renewRecoveryCodes',
        tags,
        summary: 'Generate new recovery codes. Old ones stop working',
        body: TwoFactorCheck,
        response: { 200: RecoveryCodes },
        errors: { 409: ['two_factor_off'], 422: ['wrong_password', 'invalid_code'], 429: ['too_many_attempts'] },
      },
    },
    (request) => renewRecoveryCodes(authContext, request, request.actor, request.body),
  );
};
