import { dayIn, plusDays } from '@shop/contracts/common/days';
import { AtRiskOrder } from '@shop/contracts/orders/promise-schema';
import { Order } from '@shop/contracts/orders/schema';
import { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { DEFAULT_DELIVERY, estimateDelivery } from '@shop/contracts/settings/delivery';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, guest, db, sql } = shop;
const owner = await anAdmin();
const vase = await aVariant(shop, { quantities: [5_000], name: 'Bud Vase', price: 20 });
const items = [{ variantId: vase.variantId, quantity: 1 }];

const nextOf = (response: { headers: Record<string, unknown> }) =>
  /^<(.+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
async function save(change: Partial<StoreSettings>) {
  const current = StoreSettings.parse((await owner.get('/api/admin/settings')).json());
  return owner.put('/api/admin/settings', { ...current, ...change });
}
const orderOf = async (shopper: Awaited<ReturnType<typeof aShopper>>, id: string) =>
  Order.parse((await shopper.get(`/api/orders/${id}`)).json());

describe('the promise of an order', () => {
  test('is calculated when it is placed, and stays as it is when the settings change', async () => {
    const ada = await aShopper();
    const { id, number } = await anOrder(db, { of: ada, items });

    const placed = await orderOf(ada, id);
    // Orders of `anOrder` go to the United Kingdom.
    const { earliest, latest } = estimateDelivery({
      now: new Date(placed.createdAt),
      method: 'standard',
      country: 'United Kingdom',
      rules: { ...DEFAULT_DELIVERY, timeZone: 'UTC' },
    });
    expect(placed.promise).toEqual({ earliest, latest });

    await save({ delivery: { ...DEFAULT_DELIVERY, packingDays: 20 } });
    expect((await orderOf(ada, id)).promise).toEqual({ earliest, latest });
    const tracked = await guest.post('/api/track-order', { number, email: ada.email });
    expect(tracked.json().promise).toEqual({ earliest, latest });
    expect((await owner.get(`/api/admin/orders/${id}`)).json().promise).toEqual({ earliest, latest });

    const next = await anOrder(db, { of: ada, items });
    expect((await orderOf(ada, next.id)).promise?.earliest.localeCompare(latest)).toBe(1);
    await save({ delivery: DEFAULT_DELIVERY });
  });

  test('is unknown for an order of an earlier release', async () => {
    const ada = await aShopper();
    const { id } = await anOrder(db, { of: ada, items });
    await sql.query(
      'update orders set promised_earliest = null, promised_latest = null, dispatch_by = null where id = $1',
      [id],
    );

    expect((await orderOf(ada, id)).promise).toBeNull();
  });
});

describe('orders at risk', () => {
  const today = dayIn(new Date(), 'UTC');
  /** An order whose next step is due in some days. */
  async function due(days: number, status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled') {
    const { id } = await anOrder(db, { of: await aShopper(), items, status });
    const day = plusDays(today, days);
    await sql.query('update orders set dispatch_by = $2, promised_earliest = $3, promised_latest = $3 where id = $1', [
      id,
      status === 'shipped' ? plusDays(day, -2) : day,
      status === 'shipped' ? day : plusDays(day, 2),
    ]);
    return id;
  }
  const atRisk = async (path = '/api/admin/orders/at-risk') => {
    const response = await owner.get(path);
    return { orders: AtRiskOrder.array().parse(response.json()), next: nextOf(response) };
  };

  test('are the open orders that are late or due today, worst first, with what they wait for', async () => {
    const expected = [
      [await due(-4, 'shipped'), -4, 'carrier'],
      [await due(-2, 'pending'), -2, 'packing'],
      [await due(0, 'processing'), 0, 'shipping'],
    ];
    await due(1, 'pending');
    await due(2, 'shipped');
    await due(-3, 'delivered');
    await due(-3, 'cancelled');

    const { orders } = await atRisk();

    expect(orders.map(({ id, daysLeft, waitsFor }) => [id, daysLeft, waitsFor])).toEqual(expected);
    expect(orders[1]?.promise.latest).toBe(today);
    const dashboard = (await owner.get('/api/admin/dashboard')).json();
    expect(dashboard.attention).toContainEqual({ to: 'atRisk', count: expected.length });
  });

  test('are listed in pages without gaps, also if the last order of a page is due later by then', async () => {
    for (let i = 0; i < 52; i++) await due(-10, 'pending');

    const first = await atRisk();
    await sql.query(
      `update orders set dispatch_by = dispatch_by + 300, promised_earliest = promised_earliest + 300,
                         promised_latest = promised_latest + 300 where id = $1`,
      [first.orders.at(-1)?.id],
    );
    const second = await atRisk(first.next);

    expect(first.orders).toHaveLength(50);
    expect(second.orders.slice(0, 2).map(({ daysLeft }) => daysLeft)).toEqual([-10, -10]);
    expect(new Set([...first.orders, ...second.orders].map(({ id }) => id)).size).toBe(55);
    expect(second.next).toBeUndefined();
  });

  test('are days in the time zone of the store', async () => {
    await sql.query(`update orders set dispatch_by = null, promised_earliest = null, promised_latest = null`);
    const zones = { late: 'Pacific/Kiritimati', early: 'Pacific/Pago_Pago' };
    const day = dayIn(new Date(), zones.late);
    const { id } = await anOrder(db, { of: await aShopper(), items });
    await sql.query('update orders set dispatch_by = $2, promised_earliest = $2, promised_latest = $2 where id = $1', [
      id,
      day,
    ]);

    await save({ timeZone: zones.late });
    const late = (await atRisk()).orders;
    await save({ timeZone: zones.early });
    const early = (await atRisk()).orders;
    await save({ timeZone: 'UTC' });

    expect([late.map((order) => order.daysLeft), early]).toEqual([[0], []]);
  });

  test('are read with a permission for orders', async () => {
    expect((await (await aShopper()).get('/api/admin/orders/at-risk')).statusCode).toBe(403);
    expect((await guest.get('/api/admin/orders/at-risk')).statusCode).toBe(401);
    expect((await owner.get('/api/admin/orders/at-risk?after=x')).statusCode).toBe(422);
  });
});
