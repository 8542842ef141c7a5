import { settingsMessages } from '@shop/contracts/account-texts';
import { Id } from '@shop/contracts/common';
import {
  EmailConfirmation,
  OwnSession,
  PasswordCheck,
  Preferences,
  Profile,
  Said,
  SavedProfile,
} from '@shop/contracts/identity';
import { confirmEmailMessages } from '@shop/contracts/identity-texts';
import { PersonalData } from '@shop/contracts/personal-data';
import { Problem } from '@shop/contracts/problem';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { unauthenticated } from '#platform/access.ts';
import { privately } from '#platform/caching.ts';
import { DomainError } from '#platform/errors.ts';
import type { EntranceOptions } from './auth-routes.ts';
import { deleteAccount } from './delete-account.ts';
import { confirmEmail, saveProfile } from './profile.ts';
import {
  deleteOtherSessions,
  deleteOwnSession,
  findPreferences,
  listSessions,
  updatePreferences,
} from './queries-account.ts';
import { findPersonalData } from './queries-export.ts';
import { sessionToken } from './rules.ts';
import { logout } from './sign-in.ts';

/** Deleted between the check of the session and now. */
function stillThere<T>(found: T | undefined): T {
  if (found === undefined) throw unauthenticated();
  return found;
}

export const accountRoutes: FastifyPluginAsyncZod<EntranceOptions> = async (app, options) => {
  const { settings } = options;
  privately(app);
  const reads = { access: 'owner' } as const;
  const writes = { access: 'owner', rate: 'write' } as const;
  const tags = ['Account'];
  const ownToken = ({ headers }: FastifyRequest) => stillThere(sessionToken(headers, settings.authSecret));

  app.patch(
    '/user/me',
    {
      config: writes,
      schema: {
        tags,
        summary: 'Saves the profile; a new e-mail address counts once it is confirmed by the link sent there',
        body: Profile,
        response: { 200: SavedProfile, 401: Problem, 422: Problem, 429: Problem },
      },
    },
    ({ actor, body }) => saveProfile(app.db, actor, body),
  );

  app.post(
    '/auth/confirm-email',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        tags,
        summary: 'Confirms a new e-mail address by a link of the last 30 minutes, once',
        body: EmailConfirmation,
        response: { 200: Said, 422: Problem },
      },
    },
    async ({ body }) => {
      await confirmEmail(app.db, body.token);
      return { message: confirmEmailMessages.done };
    },
  );

  app.get(
    '/user/preferences',
    {
      config: reads,
      schema: { tags, summary: 'What to write to this person about', response: { 200: Preferences, 401: Problem } },
    },
    async ({ actor }) => stillThere(await findPreferences(app.db, actor.id)),
  );

  app.put(
    '/user/preferences',
    {
      config: writes,
      schema: {
        tags,
        summary: 'Changes what to write to this person about',
        body: Preferences,
        response: { 200: Preferences, 401: Problem, 422: Problem },
      },
    },
    async ({ actor, body }) => stillThere(await updatePreferences(app.db, actor.id, body)),
  );

  app.get(
    '/user/sessions',
    {
      config: reads,
      schema: {
        tags,
        summary: 'Where this person is signed in, the newest first',
        response: { 200: z.array(OwnSession), 401: Problem },
      },
    },
    (request) => listSessions(app.db, request.actor.id, ownToken(request)),
  );

  app.delete(
    '/user/sessions',
    {
      config: writes,
      schema: { tags, summary: 'Signs out everywhere else', response: { 204: z.null(), 401: Problem } },
    },
    async (request, reply) => {
      await deleteOtherSessions(app.db, request.actor.id, ownToken(request));
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/user/sessions/:id',
    {
      config: writes,
      schema: {
        tags,
        summary: 'Signs out one device',
        params: z.object({ id: Id }),
        response: { 204: z.null(), 401: Problem, 404: Problem },
      },
    },
    async ({ actor, params }, reply) => {
      if (!(await deleteOwnSession(app.db, actor.id, params.id)))
        throw new DomainError('not_found', 'session_not_found', settingsMessages.sessionNotFound);
      return reply.status(204).send(null);
    },
  );

  app.get(
    '/user/export',
    {
      config: { access: 'owner', rate: 'write' },
      schema: {
        tags,
        summary: 'Everything the shop keeps of this person, as a file',
        response: { 200: PersonalData, 401: Problem },
      },
    },
    async ({ actor }, reply) => {
      const data = stillThere(await findPersonalData(app.pool, actor.id));
      return reply.header('content-disposition', 'attachment; filename="crystalline-my-data.json"').send(data);
    },
  );

  app.post(
    '/user/deletion',
    {
      config: writes,
      schema: {
        tags,
        summary: 'Deletes the account; orders stay without their buyer',
        body: PasswordCheck,
        response: { 204: z.null(), 401: Problem, 409: Problem, 422: Problem, 429: Problem },
      },
    },
    async (request, reply) => {
      await deleteAccount({ db: app.db, ...options }, request.actor, request.body.password);
      return reply
        .header('set-cookie', await logout(app.db, settings, request))
        .status(204)
        .send(null);
    },
  );
};
