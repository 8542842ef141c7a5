import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import type { GiftPage } from '@shop/contracts/returns/gift-schema';
import { giftToken } from '#mail/gift-link-rules.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import type { TestStore } from '#test/harness.ts';

/** The address is that of Grace Hopper. */
export async function aCustomerWithAddress({ aShopper }: Pick<TestStore, 'aShopper'>) {
  const customer = await aShopper();
  await customer.post('/api/addresses', {
    name: 'Home',
    recipient: 'Grace Hopper',
    line1: '1 Main Street',
    city: 'Springfield',
    state: 'Illinois',
    postalCode: '560001',
    country: 'India',
  });
  return customer;
}

/** A delivered gift for Mia: a dress in size 1 of sizes 0, 1, 2 and 3; size 2 is sold out. */
export async function aGift(
  shop: TestStore,
  { of, quantity = 1, status = 'delivered' }: { of?: { id: string }; quantity?: number; status?: OrderStatus } = {},
) {
  const { aShopper, config, db, guest, sql } = shop;
  const ada = await aShopper();
  const { productId, variantIds } = await aVariant(shop, { name: 'Dress', price: 123, quantities: [5, 5, 0, 5] });
  await sql.query(`update products set options = '[{"name": "Size", "values": ["0", "1", "2", "3"]}]' where id = $1`, [
    productId,
  ]);
  const [smaller = '', variantId = '', soldOut = '', larger = ''] = variantIds;
  const { id: orderId, number } = await anOrder(db, { of: of ?? ada, items: [{ variantId, quantity }], status });
  await sql.query('update orders set gift = $2 where id = $1', [orderId, { recipient: 'Mia', message: 'Hello' }]);
  const token = giftToken({ orderId, version: 0 }, config.authSecret);
  const { items } = (await guest.get(`/api/gifts/${token}`)).json<GiftPage>();
  return { ada, orderId, number, token, smaller, soldOut, larger, orderItemId: items[0]?.orderItemId ?? '' };
}

type Exchange = { email?: string; variantId?: string; key?: string; token?: string };

/** The recipient requests size 3 for one unit. */
export const requestExchange = (
  { guest }: Pick<TestStore, 'guest'>,
  gift: { token: string; orderItemId: string; larger: string },
  {
    email = `${randomUUID()}@example.com`,
    variantId = gift.larger,
    key = randomUUID(),
    token = gift.token,
  }: Exchange = {},
) => {
  const items = [{ orderItemId: gift.orderItemId, quantity: 1, reason: 'too_small', variantId }];
  return guest.post(`/api/gifts/${token}/exchanges`, { email, items }, { 'idempotency-key': key });
};

const PRICE = /price|amount|total|cents|minor|charge|tax|discount|refund|currency|\$/i;

/** Paths of keys and values that name or contain an amount of money. */
export function priceFields(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /\$\s?\d|\bUSD\b/.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(PRICE.test(key) ? [`${path}.${key}`] : []),
    ...priceFields(inner, `${path}.${key}`),
  ]);
}
