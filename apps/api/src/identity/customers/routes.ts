import { Id } from '@shop/contracts/common/schema';
import {
  AssignedRole,
  Customer,
  CustomerQuery,
  CustomerSummary,
  RoleChange,
} from '@shop/contracts/identity/admin-schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AuthRouteOptions } from '#identity/auth/routes.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseCustomers, getCustomer, logOutEverywhere } from './customers.ts';
import { previewRole, setRole } from './roles.ts';

const tags = ['Admin: customers'];
const params = z.object({ id: Id });

export const customerRoutes: FastifyPluginAsyncZod<AuthRouteOptions> = async (app, options) => {
  withoutCaching(app);

  app.get(
    '/admin/customers',
    {
      config: { access: 'customers.read', rate: 'search' },
      schema: {
        operationId: 'listCustomers',
        tags,
        summary: 'List customers and staff, by name, email address or role',
        querystring: CustomerQuery,
        response: { 200: z.array(CustomerSummary) },
        responseHeaders: { 200: ['Link'] },
        errors: { 422: ['search_too_broad'] },
      },
    },
    async ({ query }, reply) => {
      const { customers, next } = await browseCustomers(app.db, query);
      setNextLink(reply, '/api/admin/customers', query, next);
      return customers;
    },
  );

  app.get(
    '/admin/customers/:id',
    {
      config: { access: 'customers.read' },
      schema: {
        operationId: 'getCustomer',
        tags,
        summary: 'Get a customer with their latest orders',
        params,
        response: { 200: Customer },
        errors: { 404: ['customer_not_found'] },
      },
    },
    ({ params }) => getCustomer(app.db, params.id),
  );

  app.put(
    '/admin/customers/:id/role',
    {
      config: {
        access: 'staff.write',
        rate: 'cart',
        dryRun: (request: FastifyRequest) =>
          previewRole(app.db, request.actor, params.parse(request.params).id, AssignedRole.parse(request.body).role),
        dryRunBody: AssignedRole,
      },
      schema: {
        operationId: 'setRole',
        tags,
        summary: 'Change a user’s role. Ends their sessions. At least one owner must remain',
        params,
        body: RoleChange,
        response: { 200: AssignedRole },
        errors: {
          404: ['customer_not_found'],
          409: ['email_unconfirmed', 'last_owner'],
          422: ['wrong_password'],
          429: ['too_many_attempts'],
        },
      },
    },
    ({ actor, params, body }) => setRole({ db: app.db, ...options }, actor, params.id, body),
  );

  app.delete(
    '/admin/customers/:id/sessions',
    {
      config: { access: 'customers.write', rate: 'cart', dryRun: true },
      schema: {
        operationId: 'endSessionsOfUser',
        tags,
        summary: 'End all sessions of a user',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 403: ['owner_required'], 404: ['customer_not_found'] },
      },
    },
    async (request, reply) => {
      reply.status(204);
      await runOnceWithoutResponse(app.db, request, (tx) => logOutEverywhere(tx, request.actor, request.params.id));
      return null;
    },
  );
};
