import { PLACEHOLDER_IMAGE } from '@shop/contracts/common/media';
import { CreatedResponse } from '@shop/contracts/common/schema';
import { giftExchangeMessages } from '@shop/contracts/returns/gift-messages';
import type { GiftPage, NewGiftExchange } from '@shop/contracts/returns/gift-schema';
import * as operations from '@shop/contracts/returns/operations';
import type { FastifyPluginAsync } from 'fastify';
import { type GiftLink, readGiftToken } from '#mail/service.ts';
import { getLockedOrder } from '#orders/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runIdempotent, signedCall } from '#platform/http/idempotency.ts';
import { toIso } from '#platform/timestamps.ts';
import { findReturnOrder, listReturnsOfOrder } from './queries.ts';
import {
  blockedBy,
  exchangeOptions,
  isGiftOver,
  lineText,
  type ReturnOrderRow,
  returnableUnits,
  returnOf,
  windowOf,
} from './rules.ts';
import { storeReturn } from './service.ts';

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

/** The same for a forged or revoked token, and for an order that is no gift or no longer one. */
const giftNotFound = () => new DomainError('not_found', 'gift_not_found', giftExchangeMessages.notFound);

type GiftOrder = ReturnOrderRow & { gift: NonNullable<ReturnOrderRow['gift']> };

/** What a gift token gives access to, until the last day on which the gift can be exchanged. */
async function findGiftOrder(db: Db, link: GiftLink | undefined): Promise<GiftOrder> {
  const order = link && (await db.run(findReturnOrder(link.orderId)));
  if (!order?.gift || order.giftLinkVersion !== link?.version) throw giftNotFound();
  if (isGiftOver(order)) throw new DomainError('not_found', 'gift_link_expired', giftExchangeMessages.expired);
  return { ...order, gift: order.gift };
}

/** Field by field: a new field of an order must not reach the recipient unnoticed. */
async function getGift(db: Db, link: GiftLink | undefined): Promise<GiftPage> {
  const order = await findGiftOrder(db, link);
  const blocked = blockedBy(order);
  const returns = await db.run(listReturnsOfOrder(order.id));
  return {
    number: order.number,
    recipient: order.gift.recipient,
    returnUntil: order.status === 'delivered' && order.returnUntil ? toIso(order.returnUntil) : null,
    reservedUntil: toIso(order.reservedUntil),
    // Whether the customer got a refund is not the recipient's business.
    blocked: blocked === 'refunded' ? 'nothing_left' : blocked,
    items: order.lines.map((line) => ({
      orderItemId: line.orderItemId,
      exchangeLineId: line.exchangeLineId,
      name: line.name,
      options: line.options,
      image: line.image ?? PLACEHOLDER_IMAGE,
      quantity: line.quantity,
      returnable: returnableUnits(line),
      ...windowOf(line),
      excluded: line.excluded,
      exchanges: exchangeOptions(line),
    })),
    exchanges: returns
      .filter(({ byRecipient }) => byRecipient)
      .map(returnOf)
      .map(({ id, status, requestedAt, lines, declineReason, exchangeShipment }) => ({
        id,
        status,
        requestedAt,
        items: lines.map(lineText),
        declineReason,
        shipment: exchangeShipment,
      })),
  };
}

/** The outcome is always an exchange, for another size at the same price. */
async function requestGiftExchange(tx: Db, link: GiftLink, { email, items }: NewGiftExchange) {
  await lockAgainstDeletion(tx, { email });
  await getLockedOrder(tx, link.orderId);
  const order = await findGiftOrder(tx, link);
  const lines = items.map((item) => ({ ...item, outcome: 'exchange' as const }));
  return storeReturn(tx, order, { items: lines, comment: '' }, email);
}
