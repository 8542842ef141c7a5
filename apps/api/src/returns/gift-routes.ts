import { CreatedResponse } from '@shop/contracts/common/schema';
import { GiftPage, NewGiftExchange } from '@shop/contracts/returns/gift-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { orderOfGiftToken } from '#mail/service.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, runIdempotent, signedCall } from '#platform/http/idempotency.ts';
import { findGiftOrder, getGift, requestGiftExchange } from './gifts.ts';

const tags = ['Gifts'];
const params = z.object({ token: z.string().max(100) });
const NOT_FOUND = ['gift_not_found'];

/** For the recipient of a gift, who has no account: the token in the URL is the only credential. */
export const giftRoutes: FastifyPluginAsyncZod<{ acceptedAuthSecrets: readonly string[] }> = async (
  app,
  { acceptedAuthSecrets },
) => {
  withoutCaching(app);
  const { db } = app;

  app.get(
    '/gifts/:token',
    {
      config: { access: 'public', rate: 'search' },
      schema: {
        operationId: 'getGift',
        tags,
        summary: 'Get the items of a gift and their other sizes, without prices',
        params,
        response: { 200: GiftPage },
        errors: { 404: NOT_FOUND },
      },
    },
    ({ params }) => getGift(db, orderOfGiftToken(params.token, acceptedAuthSecrets)),
  );

  app.post(
    '/gifts/:token/exchanges',
    {
      config: { access: 'public', rate: 'write' },
      schema: {
        operationId: 'requestGiftExchange',
        tags,
        summary: 'Request other sizes of a gift. They are reserved',
        params,
        headers: IdempotencyHeaders,
        body: NewGiftExchange,
        response: { 200: GiftPage },
        errors: {
          401: ['unauthenticated'],
          404: NOT_FOUND,
          409: ['account_changed', 'return_not_allowed', 'items_not_returnable', 'size_sold_out'],
        },
      },
    },
    async (request) => {
      const { id, userId } = await findGiftOrder(db, orderOfGiftToken(request.params.token, acceptedAuthSecrets));
      // Stored with the keys of the customer, whose account must not be deleted meanwhile.
      await runIdempotent(db, signedCall(request, userId, 'gift'), CreatedResponse, (tx) =>
        requestGiftExchange(tx, id, request.body),
      );
      return getGift(db, id);
    },
  );
};
