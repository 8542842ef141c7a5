import type { IncomingHttpHeaders } from 'node:http';
import { PendingEmail, Session, Staff, User } from '@shop/contracts/identity/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { findActor, getSession, getUser } from './service.ts';
import { findPendingEmail } from './user-queries.ts';

type Options = {
  acceptedAuthSecrets: readonly string[];
  countGuestCart: (headers: IncomingHttpHeaders) => Promise<number>;
};

export const identityRoutes: FastifyPluginAsyncZod<Options> = async (app, { acceptedAuthSecrets, countGuestCart }) => {
  withoutCaching(app);

  app.get(
    '/session',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getSession',
        tags: ['Account'],
        summary: 'Get the current session, for customers and guests',
        response: { 200: Session },
      },
    },
    async (request) => {
      const { headers } = request;
      request.actorIfAny = await findActor(app.db, acceptedAuthSecrets, headers);
      return getSession(app.db, request.actorIfAny, () => countGuestCart(headers));
    },
  );

  app.get(
    '/user/me',
    {
      config: { access: 'customer', sessionPool: 'checkout', guests: true },
      schema: {
        operationId: 'getCurrentUser',
        tags: ['Account'],
        summary: 'Get the current user',
        response: { 200: User },
      },
    },
    (request) => getUser(app.checkoutDb, request.actor.id),
  );

  app.get(
    '/user/email-change',
    {
      config: { access: 'owner' },
      schema: {
        operationId: 'getPendingEmail',
        tags: ['Account'],
        summary: 'Get the new email address that waits for confirmation',
        response: { 200: PendingEmail },
      },
    },
    async ({ actor }) => ({ email: await findPendingEmail(app.db, actor.id) }),
  );

  app.get(
    '/admin/me',
    {
      config: { access: 'admin.access' },
      schema: {
        operationId: 'getCurrentStaffMember',
        tags: ['Admin'],
        summary: 'Get the current staff member',
        response: { 200: Staff },
      },
    },
    ({ actor }) => Staff.parse(actor),
  );
};
