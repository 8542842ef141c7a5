import { Id } from '@shop/contracts/common';
import { Problem } from '@shop/contracts/problem';
import { NewPromoCode, PromoCode, PromoQuery, PromoSwitch, PromoTerms } from '@shop/contracts/promo-codes';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/caching.ts';
import { setNextLink } from '#platform/paging.ts';
import { browsePromos, createPromo, getPromo, savePromo, switchPromo } from './promos.ts';

const tags = ['Admin: promotions'];
const params = z.object({ id: Id });
const errorResponses = { 401: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem };
const read = { config: { access: 'promotions.read' } } as const;
const write = { config: { access: 'promotions.write', rate: 'cart' } } as const;

export const promoRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/promo-codes',
    {
      ...read,
      schema: {
        tags,
        summary: 'All discount codes, newest first',
        querystring: PromoQuery,
        response: { 200: z.array(PromoCode), ...errorResponses },
      },
    },
    async ({ query }, reply) => {
      const { promos, next } = await browsePromos(app.db, query.after);
      setNextLink(reply, '/api/admin/promo-codes', query, next);
      return promos;
    },
  );

  app.get(
    '/admin/promo-codes/:id',
    {
      ...read,
      schema: { tags, summary: 'One discount code', params, response: { 200: PromoCode, ...errorResponses } },
    },
    ({ params }) => getPromo(app.db, params.id),
  );

  app.post(
    '/admin/promo-codes',
    {
      ...write,
      schema: {
        tags,
        summary: 'Creates a discount code',
        body: NewPromoCode,
        response: { 201: PromoCode, ...errorResponses },
      },
    },
    async ({ actor, body }, reply) => reply.status(201).send(await createPromo(app.db, actor, body)),
  );

  app.put(
    '/admin/promo-codes/:id',
    {
      ...write,
      schema: {
        tags,
        summary: 'Changes the terms of a code; orders already placed keep theirs',
        params,
        body: PromoTerms,
        response: { 200: PromoCode, ...errorResponses },
      },
    },
    ({ actor, params, body }) => savePromo(app.db, actor, params.id, body),
  );

  app.put(
    '/admin/promo-codes/:id/active',
    {
      ...write,
      schema: {
        tags,
        summary: 'Stops a code, or starts it again',
        params,
        body: PromoSwitch,
        response: { 200: PromoCode, ...errorResponses },
      },
    },
    ({ actor, params, body }) => switchPromo(app.db, actor, params.id, body),
  );
};
