import { isStaff, STAFF_PASSWORD_MIN } from '@shop/contracts/common/permissions';
import { MessageResponse } from '@shop/contracts/common/schema';
import { forgotPasswordMessages, resetPasswordMessages } from '@shop/contracts/identity/auth-messages';
import { NEW_PASSWORD_MIN } from '@shop/contracts/identity/constants';
import {
  Credentials,
  ForgottenPassword,
  LoginResponse,
  PasswordChange,
  PasswordReset,
  PasswordState,
  Registration,
  SignedIn,
  TwoFactorLogin,
} from '@shop/contracts/identity/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { guestRoutes } from '#identity/guests/routes.ts';
import { countLoginRefusals } from '#platform/business-metrics.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { type AuthContext, completeTwoFactorLogin, login, logout, register, type WithCookies } from './login.ts';
import { changePassword, requestResetLink, resetPassword } from './own-password.ts';
import { assertLoginCapacity, limitConcurrentLogins } from './passwords.ts';

export type AuthRouteOptions = Omit<AuthContext, 'db'>;

/**
 * Runs after every response that starts a session (registration, login, password change, guest checkout); must not
 * throw. `guestId`: the guest of the session before it.
 */
export type LoginHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  guestId: string | undefined,
) => Promise<void>;

type Options = AuthRouteOptions & { onLogin: LoginHandler };

export const authRoutes: FastifyPluginAsyncZod<Options> = async (app, { onLogin, ...options }) => {
  const authContext: AuthContext = { db: app.checkoutDb, ...options };
  const respond = async <T extends LoginResponse>(
    request: FastifyRequest,
    reply: FastifyReply,
    { body, cookies, guestId }: WithCookies<T>,
  ) => {
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    const loginResponse: LoginResponse = body;
    if ('user' in loginResponse) {
      request.actorIfAny = loginResponse.user;
      await onLogin(request, reply, loginResponse.user.id, guestId);
    }
    return body;
  };
  await app.register(guestRoutes, { ...options, onLogin, prefix: '' });
  withoutCaching(app);
  const config = { access: 'public', rate: 'write' } as const;
  const tags = ['Authentication'];

  app.post(
    '/auth/register',
    {
      config,
      schema: {
        operationId: 'register',
        tags,
        summary: 'Register an account and log in',
        body: Registration,
        response: { 201: SignedIn },
        errors: { 409: ['email_exists'], 429: ['busy', 'too_many_attempts'] },
      },
    },
    async (request, reply) =>
      reply
        .status(201)
        .send(
          await respond(
            request,
            reply,
            await limitConcurrentLogins(() => register(authContext, request, request.body)),
          ),
        ),
  );

  app.post(
    '/auth/login',
    {
      config: { access: 'public', rate: 'login' },
      onRequest: () => countLoginRefusals(async () => assertLoginCapacity()),
      schema: {
        operationId: 'logIn',
        tags,
        summary: 'Log in. Returns a challenge if two-factor authentication is on',
        body: Credentials,
        response: { 200: LoginResponse },
        errors: { 401: ['invalid_credentials', 'unauthenticated'], 429: ['busy', 'too_many_attempts'] },
      },
    },
    async (request, reply) =>
      respond(
        request,
        reply,
        await countLoginRefusals(() => limitConcurrentLogins(() => login(authContext, request, request.body))),
      ),
  );

  app.post(
    '/auth/two-factor',
    {
      config,
      schema: {
        operationId: 'completeTwoFactorLogin',
        tags,
        summary: 'Complete a two-factor login with an authentication or recovery code',
        body: TwoFactorLogin,
        response: { 200: SignedIn },
        errors: { 401: ['invalid_code', 'challenge_expired', 'unauthenticated'], 429: ['too_many_attempts'] },
      },
    },
    async (request, reply) =>
      respond(
        request,
        reply,
        await countLoginRefusals(() => completeTwoFactorLogin(authContext, request, request.body)),
      ),
  );

  app.post(
    '/auth/logout',
    {
      config,
      schema: {
        operationId: 'logOut',
        tags,
        summary: 'Log out. Also succeeds for guests',
        response: { 204: z.null() },
      },
    },
    async (request, reply) =>
      reply
        .header('set-cookie', await logout({ db: app.db, ...options }, request))
        .status(204)
        .send(null),
  );

  app.post(
    '/auth/forgot-password',
    {
      config,
      schema: {
        operationId: 'requestPasswordReset',
        tags,
        summary: 'Request a password reset link. Doesn’t reveal whether the account exists',
        body: ForgottenPassword,
        response: { 202: MessageResponse },
        errors: { 429: ['too_many_attempts'] },
      },
    },
    async (request, reply) => {
      await requestResetLink(authContext, request, request.body.email);
      return reply.status(202).send({ message: forgotPasswordMessages.sent });
    },
  );

  app.post(
    '/auth/reset-password',
    {
      config,
      schema: {
        operationId: 'resetPassword',
        tags,
        summary: 'Reset the password with a single-use link (valid 30 minutes). Ends all sessions',
        body: PasswordReset,
        response: { 200: MessageResponse },
        errors: { 422: ['invalid_link'] },
      },
    },
    async (request) => {
      await resetPassword(authContext, request.body);
      return { message: resetPasswordMessages.done };
    },
  );

  app.get(
    '/user/password',
    {
      config: { access: 'owner' },
      schema: {
        operationId: 'getPasswordRequirements',
        tags,
        summary: 'Get the requirements for a new password',
        response: { 200: PasswordState },
      },
    },
    ({ actor }) => ({
      minLength: isStaff(actor) ? STAFF_PASSWORD_MIN : NEW_PASSWORD_MIN,
      newPasswordRequired: actor.needsNewPassword === true,
    }),
  );

  app.post(
    '/user/password',
    {
      config: { access: 'customer', rate: 'write' },
      schema: {
        operationId: 'changePassword',
        tags,
        summary: 'Change the password. Ends all other sessions and renews this one',
        body: PasswordChange,
        response: { 200: SignedIn },
        errors: { 422: ['wrong_password'], 429: ['too_many_attempts'] },
      },
    },
    async (request, reply) =>
      respond(request, reply, await changePassword(authContext, request, request.actor, request.body)),
  );
};
