/**
 * What each use case of the core locks and writes, in its order, as it is recorded in `use-case-locks/*.txt`. A change of
 * such a file is a change of the lock order (`docs/architecture.md`): it is updated by `vitest -u` only if that is meant.
 */
import { randomUUID } from 'node:crypto';
import { minor, plus } from '@shop/contracts/common/money';
import { expect, test } from 'vitest';
import { finalizeWithProvider } from '#checkout/confirm.ts';
import { expireCheckouts } from '#checkout/expire.ts';
import { carryOutRefund, reconcileRefundedSum } from '#checkout/refunds.ts';
import { expireReturns } from '#returns/service.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aPaidOrder, retryRefund } from '#test/builders/paid-order.ts';
import { keyed, requestReturn, returnOptions, takeStep } from '#test/builders/returns/a-return.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { recordLocks } from '#test/statements/locks.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { db, sql, sandbox, provider, pools, aShopper, anAdmin } = shop;
const grace = await anAdmin();
await sandbox.failWebhooks({ do: 'drop' });
// A discount of 100 % leaves nothing to pay.
await sql.query('update store_settings set tax_bp = 0, standard_shipping_cents = 0');

/** `prepare` returns the act whose locks are recorded. `status`: of the response, if the act is a request. */
type Case = { variant: string; status?: number; prepare: () => Promise<() => Promise<unknown>> };

async function recorded(cases: Case[]) {
  const texts: string[] = [];
  for (const { variant, status = 200, prepare } of cases) {
    const act = await prepare();
    let response: unknown;
    // The last is used as that of the worker.
    const lines = await recordLocks([pools.checkout, pools.browse, sql], async () => {
      response = await act();
    });
    if (response instanceof Object && 'statusCode' in response)
      expect(response, `${variant}: ${'body' in response && response.body}`).toMatchObject({ statusCode: status });
    texts.push(`${[variant, ...lines].join('\n')}\n`);
  }
  return texts.join('\n');
}

async function aCode(percentBp = 1_000) {
  const code = randomUUID().toUpperCase();
  await sql.query('insert into discount_codes (code, percent_bp) values ($1, $2)', [code, percentBp]);
  return code;
}

async function aCustomer({ code, units = 5 }: { code?: string; units?: number } = {}) {
  const { variantId } = await aVariant(shop, { price: 100, quantities: [units] });
  return { variantId, ada: await aCustomerWithCart(shop, [{ variantId }], code) };
}

async function aStartedCheckout(code?: string) {
  const { ada, variantId } = await aCustomer({ code });
  const { order, checkoutId } = startedCheckout(await ada.start());
  return { ada, variantId, checkoutId, providerOrderId: order.id };
}

async function endTime(checkoutId: string) {
  await sql.query("update checkouts set expires_at = now() - interval '1 second' where id = $1", [checkoutId]);
}

test('startCheckout takes its locks in the recorded order', async () => {
  const gift = { recipient: 'Mia', message: 'Hello' };
  const cases: Case[] = [
    {
      variant: 'cash, with a discount code',
      prepare: async () => {
        const { ada } = await aCustomer({ code: await aCode() });
        return () => ada.start({ paymentMethod: 'cod' });
      },
    },
    {
      variant: 'card',
      prepare: async () => {
        const { ada } = await aCustomer();
        return () => ada.start();
      },
    },
    {
      variant: 'card, with a discount code',
      prepare: async () => {
        const { ada } = await aCustomer({ code: await aCode() });
        return () => ada.start();
      },
    },
    {
      variant: 'card, and nothing to pay',
      prepare: async () => {
        const { ada } = await aCustomer({ code: await aCode(10_000) });
        return () => ada.start();
      },
    },
    {
      variant: 'repeated with the same key',
      prepare: async () => {
        const { ada } = await aCustomer();
        const key = randomUUID();
        startedCheckout(await ada.start({}, key));
        return () => ada.start({}, key);
      },
    },
    {
      variant: 'resumed on the same terms',
      prepare: async () => {
        const { ada } = await aStartedCheckout();
        return () => ada.start();
      },
    },
    {
      variant: 'replaces one of another cart version, each with a discount code',
      prepare: async () => {
        const { ada, variantId } = await aStartedCheckout(await aCode());
        await sql.query(
          'update carts set discount_code_id = (select id from discount_codes where code = $2) where user_id = $1',
          [ada.id, await aCode()],
        );
        await ada.fill([{ variantId }]);
        return () => ada.start();
      },
    },
    {
      variant: 'replaces one by cash',
      prepare: async () => {
        const { ada } = await aStartedCheckout();
        return () => ada.start({ paymentMethod: 'cod' });
      },
    },
    {
      variant: 'replaces one that has the same charge, and is paid by its provider order',
      prepare: async () => {
        const { ada } = await aStartedCheckout();
        return () => ada.start({ gift });
      },
    },
    {
      variant: 'of a guest whose units are limited by client',
      prepare: async () => {
        const { ada } = await aCustomer();
        await sql.query('update users set email_verified = false where id = $1', [ada.id]);
        return () => ada.start();
      },
    },
    {
      variant: 'sold out',
      status: 409,
      prepare: async () => {
        const { ada } = await aCustomer({ units: 0 });
        return () => ada.start();
      },
    },
    {
      variant: 'sold out until an expired checkout is released',
      prepare: async () => {
        const { ada, variantId } = await aCustomer({ units: 1 });
        const eve = await aCustomerWithCart(shop, [{ variantId }]);
        await endTime(startedCheckout(await eve.start()).checkoutId);
        return () => ada.start();
      },
    },
    {
      variant: 'rejected by the provider',
      status: 409,
      prepare: async () => {
        const { ada } = await aCustomer();
        await sandbox.fail({ on: 'POST /v1/orders', times: 1, do: 'status', status: 400 });
        return () => ada.start();
      },
    },
  ];

  await expect(await recorded(cases)).toMatchFileSnapshot('./use-case-locks/start-checkout.txt');
});

async function aPaidCheckout(code?: string) {
  const checkout = await aStartedCheckout(code);
  const { payment, verification } = await sandbox.pay(checkout.providerOrderId);
  const finalize = async () => finalizeWithProvider(shop, await provider.fetchPayment(payment.id));
  return { ...checkout, payment, verification, finalize };
}

test('confirmPayment and finalizePayment take their locks in the recorded order', async () => {
  const cases: Case[] = [
    {
      variant: 'verified by the page of the customer',
      prepare: async () => {
        const { ada, verification } = await aPaidCheckout();
        return () => ada.verify(verification);
      },
    },
    {
      variant: 'verified again',
      prepare: async () => {
        const { ada, verification } = await aPaidCheckout();
        await ada.verify(verification);
        return () => ada.verify(verification);
      },
    },
    {
      variant: 'reported by a webhook, with a discount code',
      prepare: async () => (await aPaidCheckout(await aCode())).finalize,
    },
    {
      variant: 'reported again',
      prepare: async () => {
        const { finalize } = await aPaidCheckout();
        await finalize();
        return finalize;
      },
    },
    {
      variant: 'authorized first, then captured',
      prepare: async () => {
        const { ada, providerOrderId } = await aStartedCheckout();
        const { verification } = await sandbox.pay(providerOrderId, { outcome: 'authorized' });
        return () => ada.verify(verification);
      },
    },
    {
      variant: 'of an expired checkout, with a discount code: stock and code are taken again',
      prepare: async () => {
        const { checkoutId, finalize } = await aPaidCheckout(await aCode());
        await endTime(checkoutId);
        await expireCheckouts(db);
        return finalize;
      },
    },
    {
      variant: 'of an expired checkout whose last unit is sold: refunded',
      prepare: async () => {
        const { variantId, checkoutId, finalize } = await aPaidCheckout();
        await endTime(checkoutId);
        await expireCheckouts(db);
        await sql.query('update stock set available = 0, received = received - available where variant_id = $1', [
          variantId,
        ]);
        return finalize;
      },
    },
    {
      variant: 'of a checkout that was replaced: refunded',
      prepare: async () => {
        const { ada, variantId, finalize } = await aPaidCheckout();
        await ada.fill([{ variantId }]);
        startedCheckout(await ada.start());
        return finalize;
      },
    },
    {
      variant: 'of an expired checkout whose cart was checked out again: refunded',
      prepare: async () => {
        const { ada, checkoutId, finalize } = await aPaidCheckout();
        await endTime(checkoutId);
        await expireCheckouts(db);
        startedCheckout(await ada.start());
        return finalize;
      },
    },
    {
      variant: 'of another amount: left to staff',
      prepare: async () => {
        const { payment } = await aPaidCheckout();
        const fetched = await provider.fetchPayment(payment.id);
        return () => finalizeWithProvider(shop, { ...fetched, amountMinor: plus(fetched.amountMinor, minor(1)) });
      },
    },
  ];

  await expect(await recorded(cases)).toMatchFileSnapshot('./use-case-locks/confirm-payment.txt');
});

type OrderOptions = Omit<Parameters<typeof anOrder>[1], 'of' | 'items'> & { quantity?: number };

/** Of two sizes. */
async function aStoredOrder({ quantity = 2, ...options }: OrderOptions = {}) {
  const ada = await aShopper();
  const { variantIds } = await aVariant(shop, { price: 100, quantities: [9, 9, 9] });
  const items = variantIds.slice(0, 2).map((variantId) => ({ variantId, quantity }));
  const { id } = await anOrder(db, { of: ada, items, ...options });
  const { rows } = await sql.query<{ id: string }>('select id from order_lines where order_id = $1 order by id', [id]);
  return { ada, id, lineIds: rows.map((line) => line.id), otherSize: variantIds[2] };
}

const setStatus = (id: string, status: string, more = {}) =>
  grace.put(`/api/orders/${id}/status`, { status, ...more }, keyed());
const ship = (id: string, items: { orderItemId?: string; quantity: number }[]) =>
  grace.post(
    `/api/admin/orders/${id}/shipments`,
    { items, carrier: 'UPS', trackingNumber: '', trackingUrl: '', notify: true },
    keyed(),
  );

test('transition takes its locks in the recorded order', async () => {
  const change = (from: OrderOptions, to: string, more?: object) => async () => {
    const { id } = await aStoredOrder(from);
    return () => setStatus(id, to, more);
  };
  const cases: Case[] = [
    {
      variant: 'the customer cancels a paid order with a discount code',
      prepare: async () => {
        const { ada, id } = await aStoredOrder({ discountCode: await aCode() });
        return () => ada.post(`/api/orders/${id}/cancellation`, undefined, keyed());
      },
    },
    {
      variant: 'the customer cancels a cash order',
      prepare: async () => {
        const { ada, id } = await aStoredOrder({ method: 'cod' });
        return () => ada.post(`/api/orders/${id}/cancellation`, undefined, keyed());
      },
    },
    { variant: 'pending to processing', prepare: change({}, 'processing') },
    { variant: 'pending to shipped', prepare: change({}, 'shipped') },
    { variant: 'cash, shipped to delivered', prepare: change({ method: 'cod', status: 'shipped' }, 'delivered') },
    {
      variant: 'shipped to cancelled, restocked',
      prepare: change({ status: 'shipped' }, 'cancelled', { returnToStock: true }),
    },
    { variant: 'shipped to cancelled, written off', prepare: change({ status: 'shipped' }, 'cancelled') },
    { variant: 'shipped back to processing', prepare: change({ status: 'shipped' }, 'processing') },
    { variant: 'delivered back to shipped', prepare: change({ status: 'delivered' }, 'shipped') },
    {
      variant: 'cancelled back to processing, with a discount code',
      prepare: async () => {
        const { id } = await aStoredOrder({ discountCode: await aCode() });
        await setStatus(id, 'cancelled');
        return () => setStatus(id, 'processing');
      },
    },
    {
      variant: 'cancelled to delivered after all',
      prepare: async () => {
        const { id } = await aStoredOrder({ status: 'shipped' });
        await setStatus(id, 'cancelled');
        return () => setStatus(id, 'delivered');
      },
    },
    {
      variant: 'a part is shipped',
      prepare: async () => {
        const { id, lineIds } = await aStoredOrder();
        return () => ship(id, [{ orderItemId: lineIds[0], quantity: 1 }]);
      },
    },
    {
      variant: 'the rest is shipped',
      prepare: async () => {
        const { id, lineIds } = await aStoredOrder();
        await ship(id, [{ orderItemId: lineIds[0], quantity: 1 }]);
        return () =>
          ship(id, [
            { orderItemId: lineIds[0], quantity: 1 },
            { orderItemId: lineIds[1], quantity: 2 },
          ]);
      },
    },
    { variant: 'to its own status', prepare: change({}, 'pending') },
    {
      variant: 'rejected: another status was expected',
      status: 409,
      prepare: change({ status: 'shipped' }, 'delivered', { expectedStatus: 'processing' }),
    },
  ];

  await expect(await recorded(cases)).toMatchFileSnapshot('./use-case-locks/transition.txt');
});

test('a refund takes its locks in the recorded order', async () => {
  const refund = (id: string, body: object) =>
    grace.post(`/api/admin/orders/${id}/refunds`, { reason: 'Sold out', ...body }, keyed());
  const findRefundId = async (orderId: string) => {
    const { rows } = await sql.query<{ id: string }>(
      'select r.id from refunds r join payments p on p.id = r.payment_id where p.order_id = $1 order by r.id desc limit 1',
      [orderId],
    );
    return rows[0]?.id ?? '';
  };
  const carryOut = async (orderId: string) => carryOutRefund(shop, await findRefundId(orderId));
  const cases: Case[] = [
    {
      variant: 'of an amount',
      prepare: async () => {
        const { id } = await aStoredOrder();
        return () => refund(id, { amount: 10 });
      },
    },
    {
      variant: 'of all that was paid, before it is shipped',
      prepare: async () => {
        const { id } = await aStoredOrder();
        return () => refund(id, { amount: 400 });
      },
    },
    {
      variant: 'of a unit that is not shipped, in cash',
      prepare: async () => {
        const { id, lineIds } = await aStoredOrder();
        return () => refund(id, { items: [{ orderItemId: lineIds[0], quantity: 1 }], method: 'cash' });
      },
    },
    {
      variant: 'of units of a shipped order, restocked',
      prepare: async () => {
        const { id, lineIds } = await aStoredOrder({ status: 'shipped' });
        return () => refund(id, { items: lineIds.map((orderItemId) => ({ orderItemId, quantity: 1, restock: true })) });
      },
    },
    {
      variant: 'of all units, one of them written off, with a discount code: the order is cancelled',
      prepare: async () => {
        const { id, lineIds } = await aStoredOrder({ discountCode: await aCode() });
        return () =>
          refund(id, {
            items: lineIds.map((orderItemId, place) => ({ orderItemId, quantity: 2, restock: place > 0 })),
          });
      },
    },
    {
      variant: 'of the last units that are not shipped: the order is shipped',
      prepare: async () => {
        const { id, lineIds } = await aStoredOrder();
        await ship(id, [{ orderItemId: lineIds[0], quantity: 2 }]);
        return () => refund(id, { items: [{ orderItemId: lineIds[1], quantity: 2 }] });
      },
    },
    {
      variant: 'of an order that was paid in cash',
      prepare: async () => {
        const { id, lineIds } = await aStoredOrder({ method: 'cod', status: 'delivered' });
        return () => refund(id, { items: [{ orderItemId: lineIds[0], quantity: 1 }] });
      },
    },
    {
      variant: 'made by the provider',
      prepare: async () => {
        const { orderId, issuePartialRefund } = await aPaidOrder(shop, grace);
        await issuePartialRefund(10);
        return () => carryOut(orderId);
      },
    },
    {
      variant: 'rejected by the provider',
      prepare: async () => {
        const { orderId, cancel } = await aPaidOrder(shop, grace);
        await cancel();
        await sandbox.setAccount({ balance: 0 });
        return () => carryOut(orderId);
      },
    },
    {
      variant: 'retried by staff',
      status: 204,
      prepare: async () => {
        const { orderId, cancel } = await aPaidOrder(shop, grace);
        await cancel();
        await sandbox.setAccount({ balance: 0 });
        await carryOut(orderId);
        await sandbox.setAccount({ balance: null });
        const refundId = await findRefundId(orderId);
        return () => retryRefund(grace, refundId);
      },
    },
    {
      variant: 'of the whole payment on the dashboard of the provider',
      prepare: async () => {
        const { payment } = await aPaidOrder(shop, grace);
        await sandbox.refundOnDashboard(payment.id, payment.amount);
        return async () => reconcileRefundedSum(shop, await provider.fetchPayment(payment.id));
      },
    },
  ];

  await expect(await recorded(cases)).toMatchFileSnapshot('./use-case-locks/refund.txt');
});

test('receiveReturn and the steps around it take their locks in the recorded order', async () => {
  /** Of one unit for a refund, and one for another size. */
  async function aReturn(
    state: 'new' | 'requested' | 'authorized' | 'expired' | 'received' | 'shipped',
    method?: 'cod',
  ) {
    const { ada, id: orderId, lineIds, otherSize } = await aStoredOrder({ status: 'delivered', method });
    const [first = '', second = ''] = lineIds;
    const request = () =>
      requestReturn(ada, orderId, [
        { orderItemId: first },
        { orderItemId: second, outcome: 'exchange', variantId: otherSize },
      ]);
    const decide = (decision: object) => takeStep(grace, id, 'decision', decision);
    const receive = (units = { restocked: 1, writtenOff: 0 }, count = 2) =>
      takeStep(grace, id, 'receipt', { lines: lines.slice(0, count).map((line) => ({ id: line.id, ...units })) });
    const sendExchange = () =>
      takeStep(grace, id, 'exchange', { carrier: 'UPS', trackingNumber: '1Z 999', trackingUrl: '' });
    if (state !== 'new') await request();
    const [{ id, lines } = { id: '', lines: [] }] = (await returnOptions(ada, orderId)).returns;
    if (state !== 'new' && state !== 'requested') await decide({ decision: 'authorized' });
    if (state === 'expired') {
      await sql.query("update returns set expires_at = now() - interval '1 minute' where id = $1", [id]);
      await expireReturns(db, (error) => {
        throw error;
      });
    }
    if (state === 'received' || state === 'shipped') await receive();
    if (state === 'shipped') await sendExchange();
    const cancel = () => ada.post(`/api/orders/${orderId}/returns/${id}/cancellation`, undefined, keyed());
    const step = (name: string, body?: object) => takeStep(grace, id, name, body);
    return { request, decide, receive, sendExchange, cancel, step };
  }
  const cases: Case[] = [
    { variant: 'requested', prepare: async () => (await aReturn('new')).request },
    { variant: 'cancelled by the customer', prepare: async () => (await aReturn('requested')).cancel },
    {
      variant: 'authorized',
      prepare: async () => {
        const { decide } = await aReturn('requested');
        return () => decide({ decision: 'authorized' });
      },
    },
    {
      variant: 'declined',
      prepare: async () => {
        const { decide } = await aReturn('requested');
        return () => decide({ decision: 'declined', reason: 'Worn' });
      },
    },
    {
      variant: 'received, restocked',
      prepare: async () => {
        const { receive } = await aReturn('authorized');
        return () => receive();
      },
    },
    {
      variant: 'received, written off',
      prepare: async () => {
        const { receive } = await aReturn('authorized');
        return () => receive({ restocked: 0, writtenOff: 1 });
      },
    },
    {
      variant: 'received without the unit to be exchanged',
      prepare: async () => {
        const { receive } = await aReturn('authorized');
        return () => receive({ restocked: 1, writtenOff: 0 }, 1);
      },
    },
    {
      variant: 'received after it has expired',
      prepare: async () => {
        const { receive } = await aReturn('expired');
        return () => receive();
      },
    },
    {
      variant: 'refunded through the provider',
      prepare: async () => {
        const { step } = await aReturn('received');
        return () => step('refund');
      },
    },
    {
      variant: 'refunded in cash',
      prepare: async () => {
        const { step } = await aReturn('received', 'cod');
        return () => step('refund');
      },
    },
    { variant: 'the other size is shipped', prepare: async () => (await aReturn('received')).sendExchange },
    {
      variant: 'the other size is delivered',
      prepare: async () => {
        const { step } = await aReturn('shipped');
        return () => step('exchange/delivery');
      },
    },
  ];

  await expect(await recorded(cases)).toMatchFileSnapshot('./use-case-locks/receive-return.txt');
});
