import { giftMessages } from '@shop/contracts/gifts/messages';
import type { GiftReceipt } from '@shop/contracts/gifts/schema';
import type { Order } from '@shop/contracts/orders/schema';
import { giftPath } from '#mail/service.ts';
import { DomainError } from '#platform/errors.ts';

/** Field by field: a new field of an order must not reach the recipient unnoticed. */
export function giftReceiptOf({ id: orderId, number, gift, items }: Order, authSecret: string): GiftReceipt {
  if (!gift) throw new DomainError('not_found', 'no_gift', giftMessages.noGift);
  return {
    number,
    ...gift,
    items: items.map(({ id, name, options, image, quantity }) => ({ id, name, options, image, quantity })),
    path: giftPath(orderId, authSecret),
  };
}
