import { giftMessages } from '@shop/contracts/gifts/messages';
import type { GiftReceipt } from '@shop/contracts/gifts/schema';
import { giftPath } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { giftLinkOf, ownOrder } from './rules.ts';
import { getOrderRow } from './service.ts';

/** Field by field: a new field of an order must not reach the recipient unnoticed. */
export async function getGiftReceipt(db: Db, actor: Actor, id: string, authSecret: string): Promise<GiftReceipt> {
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
