import { PLACEHOLDER_IMAGE } from '@shop/contracts/common/media';
import { giftExchangeMessages } from '@shop/contracts/returns/gift-messages';
import type { GiftPage, NewGiftExchange } from '@shop/contracts/returns/gift-schema';
import type { GiftLink } from '#mail/service.ts';
import { getLockedOrder } from '#orders/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
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

/** The same for a forged or revoked token, and for an order that is no gift or no longer one. */
const giftNotFound = () => new DomainError('not_found', 'gift_not_found', giftExchangeMessages.notFound);

type GiftOrder = ReturnOrderRow & { gift: NonNullable<ReturnOrderRow['gift']> };

/** What a gift token gives access to, until the last day on which the gift can be exchanged. */
export async function findGiftOrder(db: Db, link: GiftLink | undefined): Promise<GiftOrder> {
  const order = link && (await db.run(findReturnOrder(link.orderId)));
  if (!order?.gift || order.giftLinkVersion !== link?.version) throw giftNotFound();
  if (isGiftOver(order)) throw new DomainError('not_found', 'gift_link_expired', giftExchangeMessages.expired);
  return { ...order, gift: order.gift };
}

/** Field by field: a new field of an order must not reach the recipient unnoticed. */
export async function getGift(db: Db, link: GiftLink | undefined): Promise<GiftPage> {
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
export async function requestGiftExchange(tx: Db, link: GiftLink, { email, items }: NewGiftExchange) {
  await lockAgainstDeletion(tx, { email });
  await getLockedOrder(tx, link.orderId);
  const order = await findGiftOrder(tx, link);
  const lines = items.map((item) => ({ ...item, outcome: 'exchange' as const }));
  return storeReturn(tx, order, { items: lines, comment: '' }, email);
}
