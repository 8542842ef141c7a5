import { Id, MessageResponse } from '@shop/contracts/common/schema';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { confirmEmailMessages, undoEmailMessages } from '@shop/contracts/identity/auth-messages';
import { PersonalData } from '@shop/contracts/identity/personal-data-schema';
import {
  EmailConfirmation,
  OwnSession,
  PasswordCheck,
  Preferences,
  Profile,
  SavedProfile,
} from '@shop/contracts/identity/schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { recordExport } from '#audit/service.ts';
import { confirmEmail, sendConfirmation } from '#identity/auth/confirm-email.ts';
import { logout } from '#identity/auth/login.ts';
import type { AuthRouteOptions } from '#identity/auth/routes.ts';
import { undoEmailChange } from '#identity/auth/undo-email-change.ts';
import { sessionToken } from '#identity/rules.ts';
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
import { deleteAccount } from './delete-account.ts';
import { findPersonalData } from './export-queries.ts';
import { saveProfile } from './profile.ts';

/** The account may have been deleted after the session check. */
function assertFound<T>(value: T | undefined): T {
  if (value === undefined) throw unauthenticated();
  return value;
}

export const accountRoutes: FastifyPluginAsyncZod<AuthRouteOptions> = async (app, options) => {
  const { settings } = options;
  withoutCaching(app);
  const reads = { access: 'owner' } as const;
  const writes = { access: 'owner', rate: 'write' } as const;
  const tags = ['Account'];
  const ownToken = ({ headers }: FastifyRequest) => assertFound(sessionToken(headers, settings.acceptedAuthSecrets));

  app.patch(
    '/user/me',
    {
      config: writes,
      schema: {
        operationId: 'updateProfile',
        tags,
        summary: 'Update the profile. A new email address needs the password and takes effect once it’s confirmed',
        body: Profile,
        response: { 200: SavedProfile },
        errors: { 403: ['session_too_old'], 422: ['password_required', 'wrong_password'], 429: ['too_many_attempts'] },
      },
    },
    ({ actor, body }) => saveProfile({ db: app.db, ...options }, actor, body),
  );

  app.post(
    '/auth/confirm-email',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'confirmEmail',
        tags,
        summary: 'Confirm an account’s email address, or a new one, with a single-use link',
        body: EmailConfirmation,
        response: { 200: MessageResponse },
        errors: { 422: ['invalid_link'] },
      },
    },
    async ({ body }) => {
      await confirmEmail(app.db, body.token);
      return { message: confirmEmailMessages.done };
    },
  );

  app.post(
    '/user/email-confirmation',
    {
      config: writes,
      schema: {
        operationId: 'resendEmailConfirmation',
        tags,
        summary: 'Resend the link that confirms your email address',
        response: { 200: MessageResponse },
        errors: { 429: ['too_many_attempts'] },
      },
    },
    async ({ actor }) => ({ message: await sendConfirmation(app.db, actor) }),
  );

  app.post(
    '/auth/undo-email-change',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'undoEmailChange',
        tags,
        summary: 'Undo an email address change with the single-use link sent to the old address (valid 7 days)',
        body: EmailConfirmation,
        response: { 200: MessageResponse },
        errors: { 409: ['email_taken'], 422: ['invalid_link'] },
      },
    },
    async ({ body }) => {
      await undoEmailChange(app.db, body.token);
      return { message: undoEmailMessages.done };
    },
  );

  app.get(
    '/user/preferences',
    {
      config: reads,
      schema: {
        operationId: 'getPreferences',
        tags,
        summary: 'Get notification preferences',
        response: { 200: Preferences },
      },
    },
    async ({ actor }) => assertFound(await findPreferences(app.db, actor.id)),
  );

  app.put(
    '/user/preferences',
    {
      config: writes,
      schema: {
        operationId: 'updatePreferences',
        tags,
        summary: 'Update notification preferences',
        body: Preferences,
        response: { 200: Preferences },
      },
    },
    async ({ actor, body }) => assertFound(await updatePreferences(app.db, actor.id, body)),
  );

  app.get(
    '/user/sessions',
    {
      config: reads,
      schema: {
        operationId: 'listSessions',
        tags,
        summary: 'List your sessions, newest first',
        response: { 200: z.array(OwnSession) },
      },
    },
    (request) => listSessions(app.db, request.actor.id, ownToken(request)),
  );

  app.delete(
    '/user/sessions',
    {
      config: writes,
      schema: {
        operationId: 'endOtherSessions',
        tags,
        summary: 'End all other sessions',
        response: { 204: z.null() },
      },
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
        operationId: 'endSession',
        tags,
        summary: 'End one session',
        params: z.object({ id: Id }),
        response: { 204: z.null() },
        errors: { 404: ['session_not_found'] },
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
        operationId: 'exportPersonalData',
        tags,
        summary: 'Export your personal data',
        response: { 200: PersonalData },
      },
    },
    async ({ actor }, reply) => {
      const data = assertFound(await findPersonalData(app.db, actor.id));
      await recordExport(app.db, actor, 'own-data');
      return reply.header('content-disposition', 'attachment; filename="crystalline-my-data.json"').send(data);
    },
  );

  app.post(
    '/user/deletion',
    {
      config: writes,
      schema: {
        operationId: 'deleteAccount',
        tags,
        summary: 'Delete your account. Order records are anonymized',
        body: PasswordCheck,
        response: { 204: z.null() },
        errors: { 409: ['last_admin'], 422: ['wrong_password'], 429: ['too_many_attempts'] },
      },
    },
    async (request, reply) => {
      await deleteAccount({ db: app.db, ...options }, request.actor, request.body.password);
      return reply
        .header('set-cookie', await logout({ db: app.db, ...options }, request))
        .status(204)
        .send(null);
    },
  );
};
