import { orderLinkMessages } from '@shop/contracts/identity/guest-messages';
import * as operations from '@shop/contracts/orders/operations';
import type { FastifyPluginAsync } from 'fastify';
import { findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { getGiftReceipt } from './gifts.ts';
import { replaceGiftLink, sendOrderLink } from './links.ts';
import { reorder } from './reorder.ts';
import { browseOrders, getConfirmationEmail, getOrderWithParts, type OrderParts, trackOrder } from './service.ts';

type Options = { authSecret: string; acceptedAuthSecrets: readonly string[]; parts: OrderParts };

export const orderRoutes: FastifyPluginAsync<Options> = async (app, { authSecret, acceptedAuthSecrets, parts }) => {
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  const db = app.checkoutDb;

  handle(app, operations.listOrders, { access: 'owner', guests: true }, async ({ actor, query }, reply) => {
    const { orders, next } = await browseOrders(db, actor.id, query.after);
    setNextLink(reply, '/api/orders', query, next);
    return orders;
  });

  handle(app, operations.getOrder, { access: 'owner', orderLink: true, guests: true }, ({ actor, params, query }) =>
    getOrderWithParts({ db, partsDb: app.db, parts }, actor, params.id, query.include),
  );

  handle(app, operations.getGiftReceipt, { access: 'owner', orderLink: true, guests: true }, ({ actor, params }) =>
    getGiftReceipt(db, actor, params.id, authSecret),
  );

  handle(
    app,
    operations.replaceGiftLink,
    { access: 'owner', rate: 'write', orderLink: true, guests: true },
    async ({ actor, params }) => {
      await db.transaction((tx) => replaceGiftLink(tx, actor, params.id));
      return getGiftReceipt(db, actor, params.id, authSecret);
    },
  );

  handle(app, operations.sendOrderLink, { access: 'public', rate: 'write' }, async (request) => {
    await sendOrderLink(db, acceptedAuthSecrets, request);
    return { message: orderLinkMessages.sent };
  });

  handle(app, operations.getConfirmationEmail, { access: 'owner', guests: true }, ({ actor, params }) =>
    getConfirmationEmail(db, actor, params.id),
  );

  handle(app, operations.reorder, { access: 'owner', rate: 'cart', guests: true }, ({ actor, params }) =>
    reorder(db, actor, params.id),
  );

  // A read sent as a POST, so that the email address is in no URL, log or history.
  handle(app, operations.trackOrder, { access: 'public', rate: 'write' }, ({ body }) => trackOrder(app.db, body));
};
