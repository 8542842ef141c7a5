import { MessageResponse } from '@shop/contracts/common/schema';
import { joinOrdersMessages } from '@shop/contracts/identity/guest-messages';
import { EmailConfirmation, GuestAccount, GuestPassword, GuestStart, SignedIn } from '@shop/contracts/identity/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AuthContext, WithCookies } from '#identity/auth/login.ts';
import { limitConcurrentLogins } from '#identity/auth/passwords.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { finishGuestAccount, joinOrdersByLink, requestGuestAccount } from './account.ts';
import { startGuestSession } from './guests.ts';

/** `onLogin` as of the other authentication routes. */
type Options = Omit<AuthContext, 'db'> & {
  onLogin: (request: FastifyRequest, reply: FastifyReply, userId: string, guestId: string | undefined) => Promise<void>;
};

export const guestRoutes: FastifyPluginAsyncZod<Options> = async (app, { onLogin, ...options }) => {
  const authContext: AuthContext = { db: app.checkoutDb, ...options };
  withoutCaching(app);
  const tags = ['Guest checkout'];

  const respond = async (request: FastifyRequest, reply: FastifyReply, login: WithCookies<SignedIn>) => {
    reply.header('set-cookie', login.cookies);
    request.actorIfAny = login.body.user;
    await onLogin(request, reply, login.body.user.id, login.guestId);
    return login.body;
  };

  app.post(
    '/auth/guest',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'startGuestSession',
        tags,
        summary: 'Start a guest session for checkout. Doesn’t reveal whether the address has an account',
        body: GuestStart,
        response: { 201: SignedIn },
        errors: { 429: ['too_many_attempts'] },
      },
    },
    async (request, reply) => {
      const login = await startGuestSession(authContext, request, request.body.email);
      return reply.status(201).send(await respond(request, reply, login));
    },
  );

  app.post(
    '/auth/guest/account',
    {
      config: { access: 'customer', rate: 'write', guests: true },
      schema: {
        operationId: 'requestGuestAccount',
        tags,
        summary: 'Choose a password as a guest. The account is created with the link that is sent',
        body: GuestPassword,
        response: { 202: MessageResponse },
        errors: { 409: ['not_guest'], 429: ['busy', 'too_many_attempts'] },
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const message = await limitConcurrentLogins(() => requestGuestAccount(authContext, actor, body.password));
      return reply.status(202).send({ message });
    },
  );

  app.post(
    '/auth/guest/confirmation',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'finishGuestAccount',
        tags,
        summary: 'Create the account of a guest with the single-use link and the chosen password, and log in',
        body: GuestAccount,
        response: { 200: SignedIn },
        errors: { 422: ['invalid_link', 'wrong_password'], 429: ['busy', 'too_many_attempts'] },
      },
    },
    async (request, reply) =>
      respond(
        request,
        reply,
        await limitConcurrentLogins(() => finishGuestAccount(authContext, request, request.body)),
      ),
  );

  app.post(
    '/auth/guest/orders',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'joinGuestOrders',
        tags,
        summary: 'Add guest orders to the account with the same address, with a single-use link',
        body: EmailConfirmation,
        response: { 200: MessageResponse },
        errors: { 422: ['invalid_link'] },
      },
    },
    async ({ body }) => {
      await joinOrdersByLink(app.checkoutDb, body.token);
      return { message: joinOrdersMessages.done };
    },
  );
};
