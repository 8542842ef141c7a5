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
import { OptionalIdempotencyHeaders, runOnceWithKey } from '#platform/http/idempotency.ts';
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
const read = { config: { access: 'promotions.read' } } as const;
const write = { config: { access: 'promotions.write', rate: 'cart', dryRun: true } } as const;

export const discountCodeRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/discount-codes',
    {
      ...read,
      schema: {
        operationId: 'listDiscountCodes',
        tags,
        summary: 'List discount codes, newest first by default',
        querystring: DiscountCodeQuery,
        response: { 200: z.array(DiscountCode) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { discountCodes, next } = await browseDiscountCodes(app.db, query);
      setNextLink(reply, '/api/admin/discount-codes', query, next);
      return discountCodes;
    },
  );

  app.get(
    '/admin/discount-codes/:id',
    {
      ...read,
      schema: {
        operationId: 'getDiscountCode',
        tags,
        summary: 'Get a discount code',
        params,
        response: { 200: DiscountCode },
        errors: { 404: ['discount_code_not_found'] },
      },
    },
    ({ params }) => getDiscountCode(app.db, params.id),
  );

  app.post(
    '/admin/discount-codes',
    {
      ...write,
      schema: {
        operationId: 'createDiscountCode',
        tags,
        summary: 'Create a discount code. Repeat requests with the same idempotency key create it once',
        headers: OptionalIdempotencyHeaders,
        body: NewDiscountCode,
        response: { 201: DiscountCode },
        errors: { 409: ['code_taken'] },
      },
    },
    async (request, reply) => {
      reply.status(201);
      return runOnceWithKey(app.db, request, DiscountCode, (tx) => createDiscountCode(tx, request.actor, request.body));
    },
  );

  app.put(
    '/admin/discount-codes/:id',
    {
      ...write,
      schema: {
        operationId: 'updateDiscountCode',
        tags,
        summary: 'Update a discount code. Existing orders keep their discount',
        params,
        body: DiscountCodeTerms,
        response: { 200: DiscountCode },
        errors: { 404: ['discount_code_not_found'], 409: ['limit_below_used'] },
      },
    },
    ({ actor, params, body }) => saveDiscountCode(app.db, actor, params.id, body),
  );

  app.put(
    '/admin/discount-codes/:id/active',
    {
      ...write,
      schema: {
        operationId: 'setDiscountCodeActive',
        tags,
        summary: 'Activate or deactivate a discount code',
        params,
        body: DiscountCodeSwitch,
        response: { 200: DiscountCode },
        errors: { 404: ['discount_code_not_found'] },
      },
    },
    ({ actor, params, body }) => switchDiscountCode(app.db, actor, params.id, body),
  );
};
