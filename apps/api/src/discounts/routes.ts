import * as operations from '@shop/contracts/discounts/admin-operations';
import { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithKey } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import {
  browseDiscountCodes,
  createDiscountCode,
  getDiscountCode,
  saveDiscountCode,
  switchDiscountCode,
} from './codes.ts';

export const discountCodeRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listDiscountCodes, { access: 'promotions.read' }, async ({ query }, reply) => {
    const { discountCodes, next } = await browseDiscountCodes(app.db, query);
    setNextLink(reply, '/api/admin/discount-codes', query, next);
    return discountCodes;
  });

  handle(app, operations.getDiscountCode, { access: 'promotions.read' }, ({ params }) =>
    getDiscountCode(app.db, params.id),
  );

  handle(
    app,
    operations.createDiscountCode,
    { access: 'promotions.write', rate: 'cart', dryRun: true },
    async (request) => {
      return runOnceWithKey(app.db, request, DiscountCode, (tx) => createDiscountCode(tx, request.actor, request.body));
    },
  );

  handle(
    app,
    operations.updateDiscountCode,
    { access: 'promotions.write', rate: 'cart', dryRun: true },
    ({ actor, params, body }) => saveDiscountCode(app.db, actor, params.id, body),
  );

  handle(
    app,
    operations.setDiscountCodeActive,
    { access: 'promotions.write', rate: 'cart', dryRun: true },
    ({ actor, params, body }) => switchDiscountCode(app.db, actor, params.id, body),
  );
};
