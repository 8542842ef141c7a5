import {
  Credentials,
  ForgottenPassword,
  LoginAnswer,
  PasswordChange,
  PasswordReset,
  Registration,
  Said,
  SignedIn,
  TwoFactorAnswer,
} from '@shop/contracts/identity';
import { forgotPasswordMessages, resetPasswordMessages } from '@shop/contracts/identity-texts';
import { Problem } from '@shop/contracts/problem';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { askForResetLink, changePassword, resetPassword } from './own-password.ts';
import { inTurn } from './passwords.ts';
import { type Admitted, answerTwoFactor, type Entrance, login, logout, register } from './sign-in.ts';

export type EntranceOptions = Omit<Entrance, 'db'>;

type Options = EntranceOptions & {
  /** What else happens when someone comes in; it must not fail. */
  onSignIn: (request: FastifyRequest, reply: FastifyReply, userId: string) => Promise<void>;
};

export const authRoutes: FastifyPluginAsyncZod<Options> = async (app, { onSignIn, ...options }) => {
  const entrance: Entrance = { db: app.checkoutDb, ...options };
  const answer = async <T extends LoginAnswer>(
    request: FastifyRequest,
    reply: FastifyReply,
    { answer, cookies }: Admitted<T>,
  ) => {
    if (cookies.length > 0) reply.header('set-cookie', cookies);
    const told: LoginAnswer = answer;
    if ('user' in told) await onSignIn(request, reply, told.user.id);
    return answer;
  };
  privately(app);
  const config = { access: 'public', rate: 'write' } as const;
  const tags = ['Sign-in'];

  app.post(
    '/auth/register',
    {
      config,
      schema: {
        tags,
        summary: 'Opens an account and signs its owner in',
        body: Registration,
        response: { 201: SignedIn, 409: Problem, 422: Problem, 429: Problem },
      },
    },
    async (request, reply) =>
      reply
        .status(201)
        .send(await answer(request, reply, await inTurn(() => register(entrance, request, request.body)))),
  );

  app.post(
    '/auth/login',
    {
      config: { access: 'public', rate: 'login' },
      schema: {
        tags,
        summary: 'Signs in; with two-factor sign-in on, answers a challenge instead',
        body: Credentials,
        response: { 200: LoginAnswer, 401: Problem, 422: Problem, 429: Problem },
      },
    },
    async (request, reply) => answer(request, reply, await inTurn(() => login(entrance, request, request.body))),
  );

  app.post(
    '/auth/two-factor',
    {
      config,
      schema: {
        tags,
        summary: 'Answers the challenge with a code of the app or a recovery code',
        body: TwoFactorAnswer,
        response: { 200: SignedIn, 401: Problem, 422: Problem, 429: Problem },
      },
    },
    async (request, reply) => answer(request, reply, await answerTwoFactor(entrance, request, request.body)),
  );

  app.post(
    '/auth/logout',
    { config, schema: { tags, summary: 'Ends the session; guests are answered too', response: { 204: z.null() } } },
    async (request, reply) =>
      reply
        .header('set-cookie', await logout(app.db, options.settings, request))
        .status(204)
        .send(null),
  );

  app.post(
    '/auth/forgot-password',
    {
      config,
      schema: {
        tags,
        summary: 'Sends a link to choose a new password, if there is such an account; never says whether',
        body: ForgottenPassword,
        response: { 202: Said, 422: Problem, 429: Problem },
      },
    },
    async (request, reply) => {
      await askForResetLink(entrance, request, request.body.email);
      return reply.status(202).send({ message: forgotPasswordMessages.sent });
    },
  );

  app.post(
    '/auth/reset-password',
    {
      config,
      schema: {
        tags,
        summary: 'Sets a new password by a link of the last 30 minutes, once; every session ends',
        body: PasswordReset,
        response: { 200: Said, 422: Problem },
      },
    },
    async (request) => {
      await resetPassword(entrance, request.body);
      return { message: resetPasswordMessages.done };
    },
  );

  app.post(
    '/user/password',
    {
      config: { access: 'customer', rate: 'write' },
      schema: {
        tags,
        summary: 'Changes the password; every other session ends, and this one gets a new cookie and token',
        body: PasswordChange,
        response: { 200: SignedIn, 401: Problem, 422: Problem, 429: Problem },
      },
    },
    async (request, reply) =>
      answer(request, reply, await changePassword(entrance, request, request.actor, request.body)),
  );
};
