import { randomUUID } from 'node:crypto';
import { can, STAFF_ROLES, type StaffRole } from '@shop/contracts/common/permissions';
import { effectSentence } from '@shop/contracts/effects/messages';
import { OrderStatus } from '@shop/contracts/orders/schema';
import { expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql, work } = shop;
const { variantId } = await aVariant(shop, { quantities: [5_000] });
const staff = new Map<StaffRole, Awaited<ReturnType<typeof anAdmin>>>();
for (const role of STAFF_ROLES) staff.set(role, await anAdmin({ role }));
const by = (role: StaffRole) => {
  const found = staff.get(role);
  if (!found) throw new Error(`There is no ${role}.`);
  return found;
};
const keyed = () => ({ 'idempotency-key': randomUUID() });
const set = (role: StaffRole, id: string, status: string, path = '') =>
  by(role).put(`/api/orders/${id}/status${path}`, { status, returnToStock: true }, keyed());
const stored = async (id: string) =>
  (await sql.query('select status, payment_status as payment from orders where id = $1', [id])).rows[0];

const PAYMENTS = ['pending', 'paid', 'refunded'] as const;
type Payment = (typeof PAYMENTS)[number];

/** By the ways an order gets there; undefined if there is none. */
async function anOrderThatIs(status: OrderStatus, payment: Payment) {
  const order = (method: 'card' | 'cod') =>
    aShopper().then((ada) => anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], method }));
  const steps: Record<Payment, string[]> = {
    pending: status === 'delivered' ? [] : [status],
    paid: status === 'cancelled' ? [] : [status],
    refunded: ['cancelled', status],
  };
  const { id } = await order(payment === 'pending' ? 'cod' : 'card');
  for (const step of steps[payment]) await set('owner', id, step);
  const found = await stored(id);
  return found.status === status && found.payment === payment ? id : undefined;
}

/** What the permissions say: money that goes back, and units that leave although it went back, need `orders.refund`. */
const mayChange = (role: StaffRole, from: OrderStatus, to: OrderStatus, payment: Payment) =>
  can({ role }, 'orders.update-status') &&
  (can({ role }, 'orders.refund') || !(to === 'cancelled' || isUnpaid(from, to, payment)));

/** Reopened, or packed again after it was shipped. */
const isUnpaid = (from: OrderStatus, to: OrderStatus, payment: Payment) =>
  payment === 'refunded' &&
  (from === 'cancelled' || (['shipped', 'delivered'].includes(from) && ['pending', 'processing'].includes(to)));

const STATES = OrderStatus.options.flatMap((from) => PAYMENTS.map((payment) => ({ from, payment })));

test.each(STATES)('an order that is $from with payment $payment is changed by the roles that may', async (state) => {
  const { from, payment } = state;
  const id = await anOrderThatIs(from, payment);
  // Delivered orders are paid; a card payment is refunded when its order is cancelled.
  if (!id) return expect(['delivered pending', 'cancelled paid']).toContain(`${from} ${payment}`);

  for (const role of STAFF_ROLES)
    for (const to of OrderStatus.options.filter((status) => status !== from)) {
      const allowed = mayChange(role, from, to, payment);
      const preview = await set(role, id, to, '/dry-run');
      expect([role, to, preview.statusCode]).toEqual([role, to, allowed ? 200 : 403]);
      if (!allowed) expect((await set(role, id, to)).statusCode).toBe(403);
      const warns =
        allowed && effectSentence(preview.json().effects).includes('This order was refunded: nothing will be paid.');
      expect([role, to, warns]).toEqual([role, to, allowed && isUnpaid(from, to, payment)]);
    }
  expect(await stored(id)).toEqual({ status: from, payment });
});

test.each(['bulk', 'file'] as const)(
  'a packer cannot reopen a refunded order in a %s update, and updates the others',
  async (way) => {
    const [refunded, open] = [await anOrderThatIs('cancelled', 'refunded'), await anOrderThatIs('pending', 'paid')];
    const ids = [refunded ?? '', open ?? ''];
    const send = (role: StaffRole) =>
      way === 'bulk'
        ? by(role).post('/api/admin/order-batches', { orderIds: ids, status: 'shipped' }, keyed())
        : by(role).post(
            '/api/admin/order-imports',
            { csv: ['Order ID,Status', ...ids.map((id) => `${id},shipped`)].join('\n'), apply: true },
            keyed(),
          );

    const sent = (await send('packer')).json();
    await work();
    const batch = (await by('packer').get(`/api/admin/order-batches/${sent.id ?? sent.batchId}`)).json();
    const byPacker = [await stored(ids[0] ?? ''), await stored(ids[1] ?? '')];
    await send('manager');
    await work();

    expect(batch).toMatchObject({ done: 1, failed: 1, failures: [{ orderId: refunded }] });
    expect(byPacker).toMatchObject([{ status: 'cancelled' }, { status: 'shipped' }]);
    expect(await stored(ids[0] ?? '')).toEqual({ status: 'shipped', payment: 'refunded' });
  },
);
