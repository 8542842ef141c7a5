import { Analytics } from '@shop/contracts/analytics/schema';
import { dayIn, plusDays } from '@shop/contracts/common/days';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { expect, test } from 'vitest';
import { getLockedOrder } from '#orders/change-status.ts';
import { transition } from '#orders/transition.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';
import { countChangedOrders } from './roll-up-queries.ts';

const shop = await createTestStore();
const { aShopper, anAdmin, db, sql } = shop;
await sql.query('truncate order_changes; delete from sales_recounts');
const [ada, grace] = await Promise.all([aShopper(), anAdmin()]);
const { variantId } = await aVariant(shop, { quantities: [100] });

/** Promised for these days, shipped or delivered on that one at noon. */
async function promise(latest: string, status: OrderStatus, reached?: string) {
  const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status });
  await sql.query(
    'update orders set dispatch_by = $2::date - 5, promised_earliest = $2::date - 2, promised_latest = $2 where id = $1',
    [id, latest],
  );
  await sql.query(
    `update order_status_history set created_at = $3::date + time '12:00' where order_id = $1 and to_status = $2`,
    [id, status, reached ?? latest],
  );
  return id;
}

async function keptIn(from: string, to: string) {
  while ((await countChangedOrders(db, 100)) > 0);
  return Analytics.parse((await grace.get(`/api/admin/analytics?from=${from}&to=${to}`)).json()).promises;
}

test('a promise is kept by a delivery until its last day or, while none is recorded, by a shipment in time', async () => {
  await promise('2019-05-10', 'delivered', '2019-05-10');
  await promise('2019-05-10', 'delivered', '2019-05-08');
  await promise('2019-05-11', 'delivered', '2019-05-12');
  await promise('2019-05-12', 'shipped', '2019-05-07');
  await promise('2019-05-12', 'shipped', '2019-05-08');
  await promise('2019-05-13', 'pending');
  await promise('2019-05-13', 'cancelled');
  await promise('2019-04-30', 'delivered', '2019-05-01');
  const old = await promise('2019-05-13', 'delivered');
  await sql.query(
    'update orders set dispatch_by = null, promised_earliest = null, promised_latest = null where id = $1',
    [old],
  );

  expect(await keptIn('2019-05-01', '2019-05-31')).toEqual({ due: 6, kept: 3, before: { due: 1, kept: 0 } });
  expect(await keptIn('2019-05-10', '2019-05-10')).toMatchObject({ due: 2, kept: 2 });
});

test('a promise counts again when its order changes', async () => {
  const [late, cancelled] = [
    await promise('2019-07-10', 'shipped', '2019-07-05'),
    await promise('2019-07-10', 'pending'),
  ];
  expect(await keptIn('2019-07-01', '2019-07-31')).toMatchObject({ due: 2, kept: 1 });

  // Delivered now, years after the promised day.
  for (const [id, to] of [
    [late, 'delivered'],
    [cancelled, 'cancelled'],
  ] as const)
    await db.transaction(async (tx) =>
      transition(tx, await getLockedOrder(tx, id), to, { actor: 'admin', userId: null }),
    );

  expect(await keptIn('2019-07-01', '2019-07-31')).toMatchObject({ due: 1, kept: 0 });
});

test('a promise whose last day is not over is not counted yet', async () => {
  const today = dayIn(new Date(), 'UTC');
  await promise(today, 'delivered');
  await promise(plusDays(today, 1), 'pending');
  await promise(plusDays(today, -1), 'pending');

  expect(await keptIn(plusDays(today, -1), plusDays(today, 1))).toMatchObject({ due: 1, kept: 0 });
});
