import type { IncomingHttpHeaders } from 'node:http';
import * as adminOperations from '@shop/contracts/identity/admin-operations';
import * as operations from '@shop/contracts/identity/operations';
import { Staff } from '@shop/contracts/identity/schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { findActor, getSession, getUser } from './service.ts';
import { findPendingEmail } from './user-queries.ts';

type Options = {
  acceptedAuthSecrets: readonly string[];
  countGuestCart: (headers: IncomingHttpHeaders) => Promise<number>;
};

export const identityRoutes: FastifyPluginAsync<Options> = async (app, { acceptedAuthSecrets, countGuestCart }) => {
  withoutCaching(app);

  handle(app, operations.getSession, { access: 'public' }, async (request) => {
    const { headers } = request;
    request.actorIfAny = await findActor(app.db, acceptedAuthSecrets, headers);
    return getSession(app.db, request.actorIfAny, () => countGuestCart(headers));
  });

  handle(app, operations.getCurrentUser, { access: 'customer', sessionPool: 'checkout', guests: true }, (request) =>
    getUser(app.checkoutDb, request.actor.id),
  );

  handle(app, operations.getPendingEmail, { access: 'owner' }, async ({ actor }) => ({
    email: (await app.db.run(findPendingEmail(actor.id)))?.email ?? null,
  }));

  handle(app, adminOperations.getCurrentStaffMember, { access: 'admin.access' }, ({ actor }) => Staff.parse(actor));
};
