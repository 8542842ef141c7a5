import { CreatedResponse } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/returns/operations';
import type { FastifyPluginAsync } from 'fastify';
import { readGiftToken } from '#mail/service.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runIdempotent, signedCall } from '#platform/http/idempotency.ts';
import { findGiftOrder, getGift, requestGiftExchange } from './gifts.ts';

/** For the recipient of a gift, who has no account: the token in the URL is the only credential. */
export const giftRoutes: FastifyPluginAsync<{ acceptedAuthSecrets: readonly string[] }> = async (
  app,
  { acceptedAuthSecrets },
) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.getGift, { access: 'public', rate: 'search' }, ({ params }) =>
    getGift(db, readGiftToken(params.token, acceptedAuthSecrets)),
  );

  handle(app, operations.requestGiftExchange, { access: 'public', rate: 'write' }, async (request) => {
    const order = await findGiftOrder(db, readGiftToken(request.params.token, acceptedAuthSecrets));
    const link = { orderId: order.id, version: order.giftLinkVersion };
    // Stored with the keys of the customer, whose account must not be deleted meanwhile.
    await runIdempotent(db, signedCall(request, order.userId, 'gift'), CreatedResponse, (tx) =>
      requestGiftExchange(tx, link, request.body),
    );
    return getGift(db, link);
  });
};
