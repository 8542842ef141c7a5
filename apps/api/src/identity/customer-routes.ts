import { Id } from '@shop/contracts/common';
import { Customer, CustomerQuery, CustomerSummary, RoleChange } from '@shop/contracts/customers';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { privately } from '#platform/caching.ts';
import { linkNext } from '#platform/paging.ts';
import { browseCustomers, getCustomer, setRole, signOutEverywhere } from './customers.ts';

const tags = ['Admin: customers'];
const params = z.object({ id: Id });
const refusals = { 401: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem };

export const customerRoutes: FastifyPluginAsyncZod = async (app) => {
  privately(app);

  app.get(
    '/admin/customers',
    {
      config: { access: 'customers.see', rate: 'search' },
      schema: {
        tags,
        summary: 'Everybody with an account, newest first, by name, e-mail address or part',
        querystring: CustomerQuery,
        response: { 200: z.array(CustomerSummary), ...refusals },
      },
    },
    async ({ query }, reply) => {
      const { customers, next } = await browseCustomers(app.db, query);
      linkNext(reply, '/api/admin/customers', query, next);
      return customers;
    },
  );

  app.get(
    '/admin/customers/:id',
    {
      config: { access: 'customers.see' },
      schema: {
        tags,
        summary: 'A customer with their newest orders',
        params,
        response: { 200: Customer, ...refusals },
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
        summary: 'Gives somebody a part in the shop, or takes it; one owner is always left',
        params,
        body: RoleChange,
        response: { 200: RoleChange, ...refusals },
      },
    },
    ({ actor, params, body }) => setRole(app.db, actor, params.id, body),
  );

  app.delete(
    '/admin/customers/:id/sessions',
    {
      config: { access: 'customers.write', rate: 'cart' },
      schema: {
        tags,
        summary: 'Signs somebody out on all devices',
        params,
        response: { 204: z.null(), ...refusals },
      },
    },
    async ({ actor, params }, reply) => {
      await signOutEverywhere(app.db, actor, params.id);
      return reply.status(204).send(null);
    },
  );
};
