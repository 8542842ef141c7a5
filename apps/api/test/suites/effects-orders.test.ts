import { randomUUID } from 'node:crypto';
import { chargeInput, chargeStep, times } from '@shop/contracts/common/money';
import { HOUR_MS } from '@shop/contracts/common/time';
import { DryRun, type Effect } from '@shop/contracts/effects/schema';
import { OrderStatus } from '@shop/contracts/orders/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { measuredEffects, readState, runJobs } from '#test/effects/orders.ts';
import { fingerprintWithoutCounts } from '#test/fingerprint.ts';
import { propertyOptions, rounds, seed } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';

// A closed port: no job reaches a payment provider.
const shop = await createTestStore({ env: { RAZORPAY_API_URL: 'http://127.0.0.1:1' } });
const { aShopper, anAdmin, db, sql } = shop;
const grace = await anAdmin();

const status = fc.constantFrom(...OrderStatus.options);
const step = fc.oneof(
  fc.record({ what: fc.constant('refund' as const), part: fc.constantFrom(0.25, 0.5, 1, 2) }),
  fc.record({ what: fc.constant('status' as const), to: status, returnToStock: fc.boolean() }),
  fc.record({
    what: fc.constant('ship' as const),
    units: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 2 }),
    notify: fc.boolean(),
  }),
);
const act = fc.oneof(
  { weight: 3, arbitrary: step },
  fc.record({ what: fc.constant('bulk' as const), to: status }),
  fc.record({ what: fc.constant('import' as const), to: fc.array(status, { minLength: 3, maxLength: 3 }) }),
  fc.record({ what: fc.constantFrom('refund_payment' as const, 'retry' as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

/** `free`: an order of nothing has no payment. */
const terms = fc.record({
  method: fc.constantFrom('card', 'card', 'cod', 'free'),
  receivesEmails: fc.boolean(),
  currency: fc.constantFrom('INR', 'JPY', 'KWD'),
  units: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
  history: fc.array(step, { maxLength: 3 }),
});
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;
type Placed = { id: string; checkoutId: string; lineIds: string[]; chargeMinor: number };

const RATES: Record<string, number> = { INR: 83.12, JPY: 150, KWD: 0.307 };

async function place({ method, receivesEmails, currency, units }: Terms, variantIds: string[]): Promise<Placed> {
  const customer = await aShopper();
  if (!receivesEmails) await sql.query('update users set wants_order_emails = false where id = $1', [customer.id]);
  await sql.query('update store_settings set payment_currency = $1, payment_rate = $2', [currency, RATES[currency]]);
  const order = await anOrder(db, {
    of: customer,
    items: units.map((quantity, index) => ({ variantId: variantIds[index] ?? '', quantity })),
    method: method === 'cod' ? 'cod' : 'card',
  });
  if (method === 'free') await sql.query('delete from payments where order_id = $1', [order.id]);
  const { rows } = await sql.query<{ id: string }>('select id from order_lines where order_id = $1 order by id', [
    order.id,
  ]);
  const { id, checkoutId, chargeMinor } = order;
  return { id, checkoutId, chargeMinor, lineIds: rows.map((line) => line.id) };
}

type Request = { method: 'post' | 'put'; url: string; body?: object };

async function requestOf(action: Act, orders: Placed[]): Promise<Request> {
  const [order] = orders;
  if (!order) throw new Error('There is no order.');
  const url = `/api/admin/orders/${order.id}`;
  switch (action.what) {
    case 'refund': {
      const { refundable, charge } = (await grace.get(url)).json();
      const unit = chargeStep(charge.currency);
      const part = times(unit, Math.round((refundable * action.part) / unit));
      const body = { amount: Number(chargeInput(part, charge.currency)), reason: 'A scratch' };
      return { method: 'post', url: `${url}/refunds`, body };
    }
    case 'status': {
      const body = { status: action.to, returnToStock: action.returnToStock };
      return { method: 'put', url: `/api/orders/${order.id}/status`, body };
    }
    case 'ship': {
      const items = order.lineIds
        .map((orderItemId, index) => ({ orderItemId, quantity: action.units[index] ?? 0 }))
        .filter(({ quantity }) => quantity > 0);
      return { method: 'post', url: `${url}/shipments`, body: { items, notify: action.notify } };
    }
    case 'bulk': {
      const body = { orderIds: orders.map(({ id }) => id), status: action.to };
      return { method: 'post', url: '/api/admin/order-batches', body };
    }
    case 'import': {
      const rows = orders.map(({ id }, index) => `${id},${action.to[index]}`);
      const body = { csv: ['Order ID,Status', ...rows].join('\n'), apply: true };
      return { method: 'post', url: '/api/admin/order-imports', body };
    }
    case 'refund_payment':
      return { method: 'post', url: `/api/admin/payments/${await anOrphanedPayment(order)}/refund` };
    case 'retry':
      return { method: 'post', url: `/api/admin/refunds/${await aFailedRefund(order)}/retry` };
  }
}

const idOf = async (text: string, values: unknown[]) => String((await sql.query(text, values)).rows[0]?.id);

const anOrphanedPayment = ({ checkoutId }: Placed) =>
  idOf(
    `insert into payments (checkout_id, provider, provider_order_id, provider_payment_id, amount_minor, currency, rate, status)
     values ($1, 'razorpay', 'order_x', 'pay_' || gen_random_uuid(), 1000, 'INR', 1, 'captured') returning id`,
    [checkoutId],
  );

/** Of the payment of the order or, if it has none, of one without an order. */
async function aFailedRefund(order: Placed) {
  const { rows } = await sql.query<{ id: string }>('select id from payments where order_id = $1', [order.id]);
  return idOf(
    `insert into refunds (payment_id, amount_minor, reason, status) values ($1, $2, 'Too late', 'failed') returning id`,
    [rows[0]?.id ?? (await anOrphanedPayment(order)), 1_000],
  );
}

const send = ({ method, url, body }: Request, path = '') =>
  grace[method](`${url}${path}`, body, { 'idempotency-key': randomUUID() });

const sorted = (effects: Effect[]) =>
  effects.map((effect) => JSON.stringify(effect, Object.keys(effect).toSorted())).toSorted();

test(`the effects of a dry run are those of the act, for any order and act (seed ${seed})`, {
  timeout: HOUR_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(terms, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 2 }),
      act,
      async (agreed, spare, action) => {
        const units = agreed.reduce((sum, { units: ordered }) => sum + Math.max(...ordered), spare);
        const { variantIds } = await aVariant(shop, { quantities: [units, units], price: 40 });
        const orders = [];
        for (const order of agreed) {
          const placed = await place(order, variantIds);
          orders.push(placed);
          for (const earlier of order.history) await send(await requestOf(earlier, [placed]));
        }
        const request = await requestOf(action, orders);
        await runJobs(shop);

        const untouched = await fingerprintWithoutCounts(sql);
        const dryRun = await send(request, '/dry-run');
        expect(await fingerprintWithoutCounts(sql)).toEqual(untouched);

        const before = await readState(shop);
        const response = await send(request);
        await runJobs(shop);
        const measured = measuredEffects(before, await readState(shop));

        if (dryRun.statusCode === 200) {
          expect(response.statusCode, response.body).toBeLessThan(300);
          expect(sorted(measured)).toEqual(sorted(DryRun.parse(dryRun.json()).effects));
        } else {
          expect([response.statusCode, response.json().code]).toEqual([dryRun.statusCode, dryRun.json().code]);
          expect(measured).toEqual([]);
        }
      },
    ),
    propertyOptions(rounds(12, 400)),
  );
});
