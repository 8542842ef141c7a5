import { isStaff, STAFF_PASSWORD_MIN } from '@shop/contracts/common/permissions';
import { forgotPasswordMessages, resetPasswordMessages } from '@shop/contracts/identity/auth-messages';
import { PASSWORD_MIN } from '@shop/contracts/identity/constants';
import * as operations from '@shop/contracts/identity/operations';
import type { LoginResponse } from '@shop/contracts/identity/schema';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { guestRoutes } from '#identity/guest-routes.ts';
import { countLoginRefusals } from '#platform/business-metrics.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
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

export const authRoutes: FastifyPluginAsync<Options> = async (app, { onLogin, ...options }) => {
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
  handle(app, operations.register, { access: 'public', rate: 'write' }, async (request, reply) =>
    respond(request, reply, await limitConcurrentLogins(() => register(authContext, request, request.body))),
  );

  handle(
    app,
    operations.logIn,
    { access: 'public', rate: 'login', onRequest: () => countLoginRefusals(async () => assertLoginCapacity()) },
    async (request, reply) =>
      respond(
        request,
        reply,
        await countLoginRefusals(() => limitConcurrentLogins(() => login(authContext, request, request.body))),
      ),
  );

  handle(app, operations.completeTwoFactorLogin, { access: 'public', rate: 'write' }, async (request, reply) =>
    respond(request, reply, await countLoginRefusals(() => completeTwoFactorLogin(authContext, request, request.body))),
  );

  handle(app, operations.logOut, { access: 'public', rate: 'write' }, async (request, reply) => {
    reply.header('set-cookie', await logout({ db: app.db, ...options }, request));
  });

  handle(app, operations.requestPasswordReset, { access: 'public', rate: 'write' }, async (request) => {
    await requestResetLink(authContext, request, request.body.email);
    return { message: forgotPasswordMessages.sent };
  });

  handle(app, operations.resetPassword, { access: 'public', rate: 'write' }, async (request, reply) => {
    reply.header('set-cookie', await resetPassword(authContext, request, request.body));
    return { message: resetPasswordMessages.done };
  });

  handle(app, operations.getPasswordRequirements, { access: 'owner' }, ({ actor }) => ({
    minLength: isStaff(actor) ? STAFF_PASSWORD_MIN : PASSWORD_MIN,
    newPasswordRequired: actor.needsNewPassword === true,
  }));

  handle(app, operations.changePassword, { access: 'customer', rate: 'write' }, async (request, reply) =>
    respond(request, reply, await changePassword(authContext, request, request.actor, request.body)),
  );
};
