import { Id } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/identity/admin-operations';
import { AssignedRole } from '@shop/contracts/identity/admin-schema';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AuthRouteOptions } from '#identity/auth/routes.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseCustomers, getCustomer, logOutEverywhere } from './customers.ts';
import { previewRole, setRole } from './roles.ts';

const params = z.object({ id: Id });

export const customerRoutes: FastifyPluginAsync<AuthRouteOptions> = async (app, options) => {
  withoutCaching(app);

  handle(app, operations.listCustomers, { access: 'customers.read', rate: 'search' }, async ({ query }, reply) => {
    const { customers, next } = await browseCustomers(app.db, query);
    setNextLink(reply, '/api/admin/customers', query, next);
    return customers;
  });

  handle(app, operations.getCustomer, { access: 'customers.read' }, ({ params }) => getCustomer(app.db, params.id));

  handle(
    app,
    operations.setRole,
    {
      access: 'staff.write',
      rate: 'cart',
      dryRun: (request: FastifyRequest) =>
        previewRole(app.db, request.actor, params.parse(request.params).id, AssignedRole.parse(request.body).role),
      dryRunBody: AssignedRole,
    },
    ({ actor, params, body }) => setRole({ db: app.db, ...options }, actor, params.id, body),
  );

  handle(
    app,
    operations.endSessionsOfUser,
    { access: 'customers.write', rate: 'cart', dryRun: true },
    async (request) => {
      await runOnceWithoutResponse(app.db, request, (tx) => logOutEverywhere(tx, request.actor, request.params.id));
    },
  );
};
