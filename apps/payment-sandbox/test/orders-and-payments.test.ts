import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { aClient, allResults, aSandbox, KEY_SECRET, providerError } from './harness.ts';

const RING = { amount: 129_900, currency: 'INR', receipt: 'checkout-1', notes: { address_id: 'a1' } };

/**
 * Responses of the provider as the documentation of its Node SDK publishes them (razorpay/razorpay-node, `documents`).
 * The payment is without `customer_id`, which only a payment of a customer stored at the provider has.
 */
const PUBLISHED = {
  order: {
    id: 'order_EKwxwAgItmmXdp',
    entity: 'order',
    amount: 50_000,
    amount_paid: 0,
    amount_due: 50_000,
    currency: 'INR',
    receipt: 'receipt#1',
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: [],
    created_at: 1_582_628_071,
  },
  payment: {
    id: 'pay_G8VQzjPLoAvm6D',
    entity: 'payment',
    amount: 1_000,
    currency: 'INR',
    status: 'captured',
    order_id: 'order_G8VPOayFxWEU28',
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: true,
    description: 'Purchase Shoes',
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'gaurav.kumar@exampleupi',
    email: 'gaurav.kumar@example.com',
    contact: '+919999999999',
    notes: [],
    fee: 24,
    tax: 4,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: { rrn: '033814379298' },
    created_at: 1_606_985_209,
  },
  refund: {
    id: 'rfnd_FP8QHiV938haTz',
    entity: 'refund',
    amount: 500_100,
    receipt: 'Receipt No. 31',
    currency: 'INR',
    payment_id: 'pay_FCXKPFtYfPXJPy',
    notes: [],
    acquirer_data: { arn: null },
    created_at: 1_597_078_866,
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
  },
};

test('CHK-035 order, payment and refund have the fields and types of the responses that the provider publishes', async () => {
  const { razorpay, control } = await aSandbox();
  const order = await razorpay.orders.create({ amount: 50_000, currency: 'INR', receipt: 'receipt#1' });
  const { payment } = await control.pay(order, { method: 'upi' });
  const compared: [response: object, published: object][] = [
    [order, PUBLISHED.order],
    [await razorpay.payments.fetch(payment.id), PUBLISHED.payment],
    [await razorpay.payments.refund(payment.id, { receipt: 'Receipt No. 31' }), PUBLISHED.refund],
  ];

  for (const [response, published] of compared) {
    expect(Object.keys(response).toSorted()).toEqual(Object.keys(published).toSorted());
    const values = new Map<string, unknown>(Object.entries(response));
    // Null is no type of its own: a payment without a browser has no email address.
    for (const [field, value] of Object.entries(published))
      if (value !== null && values.get(field) !== null)
        expect([field, typeof values.get(field)]).toEqual([field, typeof value]);
  }
});

describe('an order', () => {
  test('CHK-035 is created and fetched with the provider’s SDK, with only URL and keys changed', async () => {
    const { razorpay } = await aSandbox();

    const order = await razorpay.orders.create(RING);

    expect(order).toEqual({
      id: expect.stringMatching(/^order_\w{14}$/),
      entity: 'order',
      amount: 129_900,
      amount_paid: 0,
      amount_due: 129_900,
      currency: 'INR',
      receipt: 'checkout-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { address_id: 'a1' },
      created_at: expect.closeTo(Date.now() / 1_000, -1),
    });
    await razorpay.orders.create({ ...RING, receipt: 'checkout-2' });
    expect(await razorpay.orders.fetch(order.id)).toEqual(order);
    expect(await razorpay.orders.all({ receipt: 'checkout-1' })).toEqual({
      entity: 'collection',
      count: 1,
      items: [order],
    });
    expect((await razorpay.orders.all()).items.map(({ receipt }) => receipt)).toEqual(['checkout-2', 'checkout-1']);
  });

  test.each([
    ['less than one rupee', { amount: 99 }, 'The amount must be at least INR 1.00'],
    ['a fractional amount', { amount: 99.5 }, 'The amount must be an integer.'],
    ['a receipt that is too long', { receipt: 'r'.repeat(41) }, 'The receipt may not be greater than 40 characters.'],
    ['an invalid currency', { currency: 'rupees' }, 'The currency is not supported.'],
    ['an unknown field', { discount: 5 }, 'discount is/are not required and should not be sent'],
  ])('with %s is rejected with the provider’s message', async (_, wrong, description) => {
    const { razorpay } = await aSandbox();

    await expect(razorpay.orders.create({ ...RING, ...wrong })).rejects.toMatchObject(providerError(description));
    expect((await razorpay.orders.all()).count).toBe(0);
  });

  test('cannot be read with other keys, and an unknown one is an error', async () => {
    const { razorpay, url } = await aSandbox();
    const otherClient = aClient(url, { key_id: 'rzp_test_other', key_secret: KEY_SECRET }).razorpay;

    await expect(otherClient.orders.all()).rejects.toMatchObject(providerError('Authentication failed', 401));
    await expect(razorpay.orders.fetch('order_none')).rejects.toMatchObject(
      providerError('The id provided does not exist'),
    );
    await expect(razorpay.payments.fetch('pay_none')).rejects.toMatchObject(
      providerError('The id provided does not exist'),
    );
    await expect(razorpay.refunds.fetch('rfnd_none')).rejects.toMatchObject(
      providerError('The id provided does not exist'),
    );
  });
});

describe('a payment', () => {
  test.each(['card', 'upi', 'wallet', 'netbanking'])(
    'CHK-035 by %s is captured immediately and signed',
    async (method) => {
      const { razorpay, control } = await aSandbox();
      const order = await razorpay.orders.create(RING);

      const { razorpay_payment_id: payment_id, razorpay_signature } = await control.pay(order, { method });

      expect(validatePaymentVerification({ order_id: order.id, payment_id }, razorpay_signature, KEY_SECRET)).toBe(
        true,
      );
      const payment = await razorpay.payments.fetch(payment_id);
      expect(payment).toMatchObject({
        method,
        status: 'captured',
        captured: true,
        amount: 129_900,
        order_id: order.id,
      });
      expect(await razorpay.orders.fetch(order.id)).toMatchObject({
        status: 'paid',
        amount_paid: 129_900,
        amount_due: 0,
      });
      expect((await razorpay.orders.fetchPayments(order.id)).items).toEqual([payment]);
    },
  );

  test('can be only authorized, and is then captured once, with its exact amount', async () => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);
    const { payment } = await control.pay(order, { outcome: 'authorized' });
    expect(await razorpay.orders.fetch(order.id)).toMatchObject({ status: 'attempted', amount_paid: 0 });

    await expect(razorpay.payments.capture(payment.id, 129_899, 'INR')).rejects.toMatchObject(
      providerError('Capture amount must be equal to the amount authorized'),
    );
    expect(await razorpay.payments.capture(payment.id, 129_900, 'INR')).toMatchObject({ status: 'captured' });
    await expect(razorpay.payments.capture(payment.id, 129_900, 'INR')).rejects.toMatchObject(
      providerError('This payment has already been captured'),
    );
  });

  test('waits for its capture if the order or the account is set to manual capture', async () => {
    const automatic = await aSandbox();
    const manual = await aSandbox({ capture: 'manual' });
    const waiting = await automatic.razorpay.orders.create({ ...RING, payment: { capture: 'manual' } });
    const alsoWaiting = await manual.razorpay.orders.create(RING);
    const not = await manual.razorpay.orders.create({ ...RING, payment: { capture: 'automatic' } });

    expect((await automatic.control.pay(waiting)).payment.status).toBe('authorized');
    expect((await manual.control.pay(alsoWaiting)).payment.status).toBe('authorized');
    expect((await manual.control.pay(not)).payment.status).toBe('captured');
  });

  test('is captured once by concurrent requests', async () => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);
    const { payment } = await control.pay(order, { outcome: 'authorized' });

    const requests = Array.from({ length: 20 }, () => razorpay.payments.capture(payment.id, 129_900, 'INR'));
    const { fulfilled, rejected } = await allResults(requests);

    expect([fulfilled.length, rejected.length]).toEqual([1, 19]);
    expect((await control.ledger()).filter(({ what }) => what === 'payment.captured')).toHaveLength(1);
  });

  test('that fails leaves the order payable', async () => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);

    const first = await control.pay(order, { outcome: 'failure' });
    const second = await control.pay(order);

    expect(first).not.toHaveProperty('razorpay_signature');
    expect((await razorpay.orders.fetchPayments(order.id)).items).toMatchObject([
      { id: second.payment.id, status: 'captured', error_code: null },
      { id: first.payment.id, status: 'failed', error_code: 'BAD_REQUEST_ERROR', error_reason: 'payment_failed' },
    ]);
    expect(await razorpay.orders.fetch(order.id)).toMatchObject({ status: 'paid', attempts: 2 });
  });

  test('of a paid or authorized order is declined', async () => {
    const { razorpay, control } = await aSandbox();
    const paid = await razorpay.orders.create(RING);
    const authorized = await razorpay.orders.create(RING);
    await control.pay(paid);
    await control.pay(authorized, { outcome: 'authorized' });

    await expect(control.pay(paid)).rejects.toThrow('declined as the order is already paid');
    await expect(control.pay(authorized)).rejects.toThrow('Payment already done for this order.');
  });

  test('of a paid order can be forced, like a late authorization', async () => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);
    await control.pay(order);

    const { payment } = await control.pay(order, { surplus: true });

    expect(payment).toMatchObject({ status: 'captured', amount: 129_900 });
    expect((await razorpay.orders.fetchPayments(order.id)).count).toBe(2);
  });

  test('abandoned on the bank’s page stays in the status created', async () => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);

    const { payment } = await control.pay(order, { method: 'netbanking', outcome: 'created' });

    expect(await razorpay.payments.fetch(payment.id)).toMatchObject({ status: 'created', captured: false });
  });

  test('is listed by page and time, newest first', async () => {
    const { razorpay, control } = await aSandbox();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await control.pay(await razorpay.orders.create(RING))).payment.id);
    const now = Math.floor(Date.now() / 1_000);
    const listed = async (page: object) => (await razorpay.payments.all(page)).items.map(({ id }) => id);

    expect(await listed({})).toEqual(ids);
    expect(await listed({ count: 2, skip: 1 })).toEqual(ids.slice(1, 3));
    expect(await listed({ from: now - 60, to: now + 60 })).toEqual(ids);
    expect(await listed({ from: now - 120, to: now - 60 })).toEqual([]);
    await expect(razorpay.payments.all({ count: 101 })).rejects.toMatchObject(
      providerError('The count may not be greater than 100.'),
    );
  });
});
