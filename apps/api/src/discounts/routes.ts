import { Problem } from '@shop/contracts/common/problem';
import { Id } from '@shop/contracts/common/schema';
import {
  DiscountCode,
  DiscountCodeQuery,
  DiscountCodeSwitch,
  DiscountCodeTerms,
  NewDiscountCode,
} from '@shop/contracts/discounts/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { setNextLink } from '#platform/http/paging.ts';
import {
  browseDiscountCodes,
  createDiscountCode,
  getDiscountCode,
  saveDiscountCode,
  switchDiscountCode,
} from './codes.ts';

const tags = ['Admin: discount codes'];
const params = z.object({ id: Id });
const errorResponses = { 401: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem };
const read = { config: { access: 'promotions.read' } } as const;
const write = { config: { access: 'promotions.write', rate: 'cart' } } as const;

export const discountCodeRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/discount-codes',
    {
      ...read,
      schema: {
        tags,
        summary: 'List discount codes, newest first',
        querystring: DiscountCodeQuery,
        response: { 200: z.array(DiscountCode), ...errorResponses },
      },
    },
    async ({ query }, reply) => {
      const { discountCodes, next } = await browseDiscountCodes(app.db, query.after);
      setNextLink(reply, '/api/admin/discount-codes', query, next);
      return discountCodes;
    },
  );

  app.get(
    '/admin/discount-codes/:id',
    {
      ...read,
      schema: { tags, summary: 'Get a discount code', params, response: { 200: DiscountCode, ...errorResponses } },
    },
    ({ params }) => getDiscountCode(app.db, params.id),
  );

  app.post(
    '/admin/discount-codes',
    {
      ...write,
      schema: {
        tags,
        summary: 'Create a discount code',
        body: NewDiscountCode,
        response: { 201: DiscountCode, ...errorResponses },
      },
    },
    async ({ actor, body }, reply) => reply.status(201).send(await createDiscountCode(app.db, actor, body)),
  );

  app.put(
    '/admin/discount-codes/:id',
    {
      ...write,
      schema: {
        tags,
        summary: 'Update a discount code. Existing orders keep their discount',
        params,
        body: DiscountCodeTerms,
        response: { 200: DiscountCode, ...errorResponses },
      },
    },
    ({ actor, params, body }) => saveDiscountCode(app.db, actor, params.id, body),
  );

  app.put(
    '/admin/discount-codes/:id/active',
    {
      ...write,
      schema: {
        tags,
        summary: 'Activate or deactivate a discount code',
        params,
        body: DiscountCodeSwitch,
        response: { 200: DiscountCode, ...errorResponses },
      },
    },
    ({ actor, params, body }) => switchDiscountCode(app.db, actor, params.id, body),
  );
};
