import { MessageResponse } from '@shop/contracts/common/schema';
import { SignedIn } from '@shop/contracts/identity/schema';
import { invitationMessages } from '@shop/contracts/identity/staff-messages';
import { InvitationLink, InvitationState, StaffRegistration } from '@shop/contracts/identity/staff-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { limitConcurrentLogins } from '#identity/auth/passwords.ts';
import type { AuthRouteOptions, LoginHandler } from '#identity/auth/routes.ts';
import { findActor } from '#identity/service.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { acceptInvitation, readInvitation, registerStaff } from './accept.ts';

type Options = AuthRouteOptions & { onLogin: LoginHandler };

export const invitationRoutes: FastifyPluginAsyncZod<Options> = async (app, { onLogin, ...options }) => {
  withoutCaching(app);
  const authContext = { db: app.db, ...options };
  const tags = ['Authentication'];

  app.get(
    '/auth/staff-invitation',
    {
      config: { access: 'public', rate: 'login' },
      schema: {
        operationId: 'getStaffInvitation',
        tags,
        summary: 'Get the staff invitation of a link, without using it up',
        querystring: InvitationLink,
        response: { 200: InvitationState },
        errors: { 422: ['invalid_link'] },
      },
    },
    async (request) => {
      request.actorIfAny = await findActor(app.db, options.settings.acceptedAuthSecrets, request.headers);
      return readInvitation(app.db, request.actorIfAny, request.query.token);
    },
  );

  app.post(
    '/auth/staff-invitation',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'registerStaff',
        tags,
        summary: 'Accept a staff invitation with a new account and log in. The link is single use (valid 7 days)',
        body: StaffRegistration,
        response: { 201: SignedIn },
        errors: { 409: ['account_exists', 'email_exists'], 422: ['invalid_link'], 429: ['busy'] },
      },
    },
    async (request, reply) => {
      const { body, cookies, guestId } = await limitConcurrentLogins(() =>
        registerStaff(authContext, request, request.body),
      );
      reply.header('set-cookie', cookies);
      request.actorIfAny = body.user;
      await onLogin(request, reply, body.user.id, guestId);
      return reply.status(201).send(body);
    },
  );

  app.post(
    '/user/staff-invitation',
    {
      config: { access: 'customer', rate: 'write' },
      schema: {
        operationId: 'acceptStaffInvitation',
        tags,
        summary: 'Accept a staff invitation with the current account. Ends all other sessions',
        body: InvitationLink,
        response: { 200: MessageResponse },
        errors: { 409: ['wrong_account', 'already_staff'], 422: ['invalid_link'] },
      },
    },
    async (request) => {
      await acceptInvitation(authContext, request, request.actor, request.body.token);
      return { message: invitationMessages.accepted };
    },
  );
};
