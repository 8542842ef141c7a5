import type { Cart } from '@shop/contracts/cart/schema';
import { orderLinkMessages } from '@shop/contracts/identity/guest-messages';
import { giftMessages } from '@shop/contracts/orders/gift-messages';
import type { GiftReceipt } from '@shop/contracts/orders/gift-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import * as operations from '@shop/contracts/orders/operations';
import type { FastifyPluginAsync } from 'fastify';
import { addToCart, getCart } from '#cart/service.ts';
import { giftPath } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { replaceGiftLink, sendOrderLink } from './links.ts';
import { findOrder } from './queries.ts';
import { giftLinkOf, orderNotFound, ownOrder } from './rules.ts';
import {
  browseOrders,
  getConfirmationEmail,
  getOrderRow,
  getOrderWithParts,
  type OrderParts,
  trackOrder,
} from './service.ts';

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

/** Field by field: a new field of an order must not reach the recipient unnoticed. */
async function getGiftReceipt(db: Db, actor: Actor, id: string, authSecret: string): Promise<GiftReceipt> {
  const row = await getOrderRow(db, actor, id);
  const { number, gift, items } = ownOrder(row);
  if (!gift) throw new DomainError('not_found', 'no_gift', giftMessages.noGift);
  return {
    number,
    ...gift,
    items: items.map(({ id, name, options, image, quantity }) => ({ id, name, options, image, quantity })),
    path: giftPath(giftLinkOf(row), authSecret),
  };
}

/** Adds the items of an order to the cart at current prices, with a notice if not all of them are available. */
async function reorder(db: Db, actor: Actor, id: string): Promise<Cart> {
  const owner = { userId: actor.id };
  const order = await db.run(findOrder(owner, id));
  if (!order) throw orderNotFound();

  const results: Awaited<ReturnType<typeof tryToAdd>>[] = [];
  for (const { variantId, quantity } of order.lines) results.push(await tryToAdd(db, owner, variantId, quantity));

  if (results.every((result) => result === 'none'))
    throw new DomainError('conflict', 'nothing_available', orderMessages.buyAgainNone);
  const complete = results.every((result) => result === 'all');
  return getCart(db, owner, { notice: complete ? null : orderMessages.buyAgainPartly });
}

async function tryToAdd(db: Db, owner: { userId: string }, variantId: string, quantity: number) {
  try {
    const notice = await addToCart(db, owner, { variantId, quantity });
    return notice === null ? 'all' : 'some';
  } catch (error) {
    if (error instanceof DomainError && error.kind !== 'unauthenticated') return 'none';
    throw error;
  }
}
