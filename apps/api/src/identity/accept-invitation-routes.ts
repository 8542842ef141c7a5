import * as operations from '@shop/contracts/identity/operations';
import { invitationMessages } from '@shop/contracts/identity/staff-messages';
import type { FastifyPluginAsync } from 'fastify';
import { limitConcurrentLogins } from '#identity/auth/passwords.ts';
import type { AuthRouteOptions, LoginHandler } from '#identity/auth/routes.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { acceptInvitation, readInvitation, registerStaff } from './accept-invitation.ts';
import { findActor } from './service.ts';

type Options = AuthRouteOptions & { onLogin: LoginHandler };

export const invitationRoutes: FastifyPluginAsync<Options> = async (app, { onLogin, ...options }) => {
  withoutCaching(app);
  const authContext = { db: app.db, ...options };
  handle(app, operations.getStaffInvitation, { access: 'public', rate: 'login' }, async (request) => {
    request.actorIfAny = await findActor(app.db, options.settings.acceptedAuthSecrets, request.headers);
    return readInvitation(app.db, request.actorIfAny, request.query.token);
  });

  handle(app, operations.registerStaff, { access: 'public', rate: 'write' }, async (request, reply) => {
    const { body, cookies, guestId } = await limitConcurrentLogins(() =>
      registerStaff(authContext, request, request.body),
    );
    reply.header('set-cookie', cookies);
    request.actorIfAny = body.user;
    await onLogin(request, reply, body.user.id, guestId);
    return body;
  });

  handle(app, operations.acceptStaffInvitation, { access: 'customer', rate: 'write' }, async (request) => {
    await acceptInvitation(authContext, request, request.actor, request.body.token);
    return { message: invitationMessages.accepted };
  });
};
