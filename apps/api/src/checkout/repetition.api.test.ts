import { randomUUID } from 'node:crypto';
import { minor } from '@shop/contracts/common/money';
import { HOUR_MS } from '@shop/contracts/common/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaymentProvider, ProviderPayment } from '#platform/clients/payment-provider.ts';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, type CustomerWithCart } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';
import { propertyOptions, rounds, seed } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';
import { finalizePayment } from './confirm.ts';
import { startCheckout } from './start.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { db, sql } = shop;

const RUNS = rounds(10, 2_000);
const CHECKED_EVERY = 200;
let runs = 0;
async function checkPeriodically() {
  runs += 1;
  if (runs % CHECKED_EVERY === 0) expect(await failedInvariants(db)).toEqual([]);
}

/** Opens every order without a request. */
const provider: PaymentProvider = {
  ...shop.provider,
  openOrder: async ({ receipt, amountMinor, currency }) => ({ id: `order_${receipt}`, amount: amountMinor, currency }),
};
const keyed = (ada: CustomerWithCart) => ({ userId: ada.id, key: randomUUID(), requestHash: Buffer.from('a request') });

async function aStartedCheckout() {
  const { variantId } = await aVariant(shop, { quantities: [5] });
  const ada = await aCustomerWithCart(shop, [{ variantId }]);
  const actor = { id: ada.id, name: '', role: 'customer' };
  const started = await startCheckout(
    { db, provider },
    { actor, call: keyed(ada), input: { paymentMethod: 'card' }, sources: [] },
  );
  if (!('order' in started)) throw new Error('This was placed at once.');
  return { ada, variantId, order: started.order };
}

async function finalStateOf(ada: CustomerWithCart, variantId: string) {
  const { rows } = await sql.query(
    `select (select array_agg(status) from orders where user_id = $1) as orders,
            (select count(*)::int from order_status_history h join orders o on o.id = h.order_id where o.user_id = $1) as steps,
            (select array_agg(p.status order by p.status) from payments p join checkouts c on c.id = p.checkout_id
              where c.user_id = $1) as payments,
            (select count(*)::int from refunds r join payments p on p.id = r.payment_id
               join checkouts c on c.id = p.checkout_id where c.user_id = $1) as refunds,
            (select count(*)::int from email_messages where user_id = $1) as emails`,
    [ada.id],
  );
  return { ...rows[0], ...(await unitsOf(shop, variantId)) };
}

test(`payment reports in any order, repeated and concurrent, have the same result (seed ${seed})`, {
  timeout: HOUR_MS,
}, async () => {
  const state = fc.constantFrom<ProviderPayment['status']>('created', 'failed', 'authorized', 'captured');
  const paymentReport = fc.record({ payment: fc.constantFrom(1, 2), status: state });
  const batch = fc.array(paymentReport, { minLength: 1, maxLength: 4 });

  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 5 }), async (batches) => {
      const { ada, variantId, order } = await aStartedCheckout();
      const asProviderPayment = ({ payment, status }: { payment: number; status: ProviderPayment['status'] }) => ({
        id: `pay_${payment}_${order.id}`,
        orderId: order.id,
        status,
        amountMinor: order.amount,
        currency: order.currency,
        method: 'card',
        refundedMinor: minor(0),
        isVoided: false,
        failureReason: status === 'failed' ? 'Declined' : null,
      });

      for (const some of batches) await Promise.all(some.map((one) => finalizePayment(db, asProviderPayment(one))));

      const captured = new Set(
        batches.flat().flatMap(({ payment, status }) => (status === 'captured' ? [payment] : [])),
      );
      const { orders, steps, payments, refunds, emails, ...units } = await finalStateOf(ada, variantId);
      expect({ orders, steps, refunds, emails }).toEqual({
        orders: captured.size > 0 ? ['pending'] : null,
        steps: Math.min(captured.size, 1),
        refunds: Math.max(captured.size - 1, 0),
        emails: captured.size,
      });
      // Of two captured payments the first one is placed, and the other is refunded.
      expect(payments.filter((status: string) => status === 'captured')).toHaveLength(Math.min(captured.size, 1));
      expect(units).toEqual(
        captured.size > 0
          ? { available: 4, reserved: 0, sold: 1, received: 5 }
          : { available: 4, reserved: 1, sold: 0, received: 5 },
      );
      await checkPeriodically();
    }),
    propertyOptions(RUNS),
  );
});

test(`CHK-017 calls with idempotency keys, repeated in any order and concurrently, take effect once (seed ${seed})`, {
  timeout: HOUR_MS,
}, async () => {
  // After each call, any of those so far are repeated concurrently.
  const again = fc.array(fc.nat(2), { maxLength: 4 });

  await fc.assert(
    fc.asyncProperty(fc.tuple(again, again, again), async (repetitions) => {
      const { variantId } = await aVariant(shop, { quantities: [5] });
      const [ada, admin] = [await aCustomerWithCart(shop, [{ variantId }]), await shop.anAdmin()];
      const keys = [randomUUID(), randomUUID(), randomUUID()] as const;
      let orderId = '';
      let started: unknown;
      const set = (status: string, key: string) =>
        admin.put(`/api/orders/${orderId}/status`, { status }, { 'idempotency-key': key });
      const calls = [
        () => ada.start({ paymentMethod: 'cod' }, keys[0]),
        () => set('processing', keys[1]),
        () => ada.post(`/api/orders/${orderId}/cancellation`, undefined, { 'idempotency-key': keys[2] }),
      ];

      for (const [done, call] of calls.entries()) {
        const first = await call();
        expect(first.statusCode).toBe(200);
        if (done === 0) {
          started = first.json();
          orderId = first.json().placed.orderId;
        }
        await Promise.all(
          (repetitions[done] ?? []).map(async (number) => {
            const which = Math.min(number, done);
            const again = await calls[which]?.();
            expect(again?.statusCode).toBe(200);
            // A repeated change returns the current order; its stored response holds no personal data.
            expect(again?.json()).toEqual(which === 0 ? started : expect.objectContaining({ id: orderId }));
          }),
        );
      }

      expect(await finalStateOf(ada, variantId)).toEqual({
        orders: ['cancelled'],
        steps: 3,
        payments: null,
        refunds: 0,
        emails: 3,
        available: 5,
        reserved: 0,
        sold: 0,
        received: 5,
      });
      await checkPeriodically();
    }),
    propertyOptions(RUNS),
  );
});
