import { settingsMessages } from '@shop/contracts/account-texts';
import { PasswordCheck, RecoveryCodes, Said, TwoFactor, TwoFactorCode, TwoFactorSetup } from '@shop/contracts/identity';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { privately } from '#platform/caching.ts';
import type { EntranceOptions } from './auth-routes.ts';
import type { Entrance } from './sign-in.ts';
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, getTwoFactor, renewRecoveryCodes } from './two-factor.ts';

export const twoFactorRoutes: FastifyPluginAsyncZod<EntranceOptions> = async (app, options) => {
  const entrance: Entrance = { db: app.db, ...options };
  privately(app);
  const config = { access: 'owner', rate: 'write' } as const;
  const tags = ['Two-factor sign-in'];
  const refusals = { 401: Problem, 409: Problem, 422: Problem, 429: Problem };

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
        response: { 200: TwoFactorSetup, ...refusals },
      },
    },
    (request) => beginTwoFactor(entrance, request, request.actor, request.body.password),
  );

  app.post(
    '/user/two-factor/confirmation',
    {
      config,
      schema: {
        tags,
        summary: 'Turns it on with the first code of the app',
        body: TwoFactorCode,
        response: { 200: Said, ...refusals },
      },
    },
    async (request, reply) => {
      reply.header('set-cookie', await confirmTwoFactor(entrance, request, request.actor, request.body.code));
      return { message: settingsMessages.twoFactorTurnedOn };
    },
  );

  app.post(
    '/user/two-factor/removal',
    {
      config,
      schema: { tags, summary: 'Turns it off', body: PasswordCheck, response: { 200: Said, ...refusals } },
    },
    async (request, reply) => {
      reply.header('set-cookie', await endTwoFactor(entrance, request, request.actor, request.body.password));
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
        body: PasswordCheck,
        response: { 200: RecoveryCodes, ...refusals },
      },
    },
    (request) => renewRecoveryCodes(entrance, request, request.actor, request.body.password),
  );
};
