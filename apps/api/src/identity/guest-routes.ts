import * as operations from '@shop/contracts/identity/operations';
import type { SignedIn } from '@shop/contracts/identity/schema';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthContext, WithCookies } from '#identity/auth/login.ts';
import { limitConcurrentLogins } from '#identity/auth/passwords.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { finishGuestAccount, requestGuestAccount } from './guest-account.ts';
import { startGuestSession } from './guests.ts';

/** `onLogin` as of the other authentication routes. */
type Options = Omit<AuthContext, 'db'> & {
  onLogin: (request: FastifyRequest, reply: FastifyReply, userId: string, guestId: string | undefined) => Promise<void>;
};

export const guestRoutes: FastifyPluginAsync<Options> = async (app, { onLogin, ...options }) => {
  const authContext: AuthContext = { db: app.checkoutDb, ...options };
  withoutCaching(app);
  const respond = async (request: FastifyRequest, reply: FastifyReply, login: WithCookies<SignedIn>) => {
    reply.header('set-cookie', login.cookies);
    request.actorIfAny = login.body.user;
    await onLogin(request, reply, login.body.user.id, login.guestId);
    return login.body;
  };

  handle(app, operations.startGuestSession, { access: 'public', rate: 'write' }, async (request, reply) => {
    const login = await startGuestSession(authContext, request, request.body.email);
    return respond(request, reply, login);
  });

  handle(app, operations.requestGuestAccount, { access: 'customer', rate: 'write', guests: true }, async (request) => {
    const { actor, body } = request;
    const message = await limitConcurrentLogins(() => requestGuestAccount(authContext, actor, body.password));
    return { message };
  });

  handle(app, operations.finishGuestAccount, { access: 'public', rate: 'write' }, async (request, reply) =>
    respond(request, reply, await limitConcurrentLogins(() => finishGuestAccount(authContext, request, request.body))),
  );
};
