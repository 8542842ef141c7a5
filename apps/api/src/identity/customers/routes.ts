import { Problem } from '@shop/contracts/common/problem';
import { Id } from '@shop/contracts/common/schema';
import {
  AssignedRole,
  Customer,
  CustomerQuery,
  CustomerSummary,
  RoleChange,
} from '@shop/contracts/identity/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AuthRouteOptions } from '#identity/auth/routes.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseCustomers, getCustomer, logOutEverywhere } from './customers.ts';
import { setRole } from './roles.ts';

const tags = ['Admin: customers'];
const params = z.object({ id: Id });
const errorResponses = { 401: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem };

export const customerRoutes: FastifyPluginAsyncZod<AuthRouteOptions> = async (app, options) => {
  withoutCaching(app);

  app.get(
    '/admin/customers',
    {
      config: { access: 'customers.read', rate: 'search' },
      schema: {
        tags,
        summary: 'List customers and staff, by name, email address or role',
        querystring: CustomerQuery,
        response: { 200: z.array(CustomerSummary), ...errorResponses },
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
        tags,
        summary: 'Get a customer with their latest orders',
        params,
        response: { 200: Customer, ...errorResponses },
      },
    },
    ({ params }) => getCustomer(app.db, params.id),
  );

  app.put(
    '/admin/customers/:id/role',
    {
      config: { access: 'staff.write', rate: 'cart' },
      schema: {
        tags,
        summary: 'Change a user’s role. Ends their sessions. At least one owner must remain',
        params,
        body: RoleChange,
        response: { 200: AssignedRole, ...errorResponses, 429: Problem },
      },
    },
    ({ actor, params, body }) => setRole({ db: app.db, ...options }, actor, params.id, body),
  );

  app.delete(
    '/admin/customers/:id/sessions',
    {
      config: { access: 'customers.write', rate: 'cart' },
      schema: {
        tags,
        summary: 'End all sessions of a user',
        params,
        response: { 204: z.null(), ...errorResponses },
      },
    },
    async ({ actor, params }, reply) => {
      await logOutEverywhere(app.db, actor, params.id);
      return reply.status(204).send(null);
    },
  );
};
