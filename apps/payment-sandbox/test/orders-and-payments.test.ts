import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { aClient, allResults, aSandbox, KEY_SECRET, providerError } from './harness.ts';

const RING = { amount: 129_900, currency: 'INR', receipt: 'checkout-1', notes: { address_id: 'a1' } };

describe('an order', () => {
  test('CHK-035 is made and found again through the provider’s own SDK, with only address and keys changed', async () => {
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
    ['a broken amount', { amount: 99.5 }, 'The amount must be an integer.'],
    ['a receipt that is too long', { receipt: 'r'.repeat(41) }, 'The receipt may not be greater than 40 characters.'],
    ['a currency that is none', { currency: 'rupees' }, 'The currency is not supported.'],
    ['a field that does not exist', { discount: 5 }, 'discount is/are not required and should not be sent'],
  ])('with %s is refused in the provider’s words', async (_, wrong, description) => {
    const { razorpay } = await aSandbox();

    await expect(razorpay.orders.create({ ...RING, ...wrong })).rejects.toMatchObject(providerError(description));
    expect((await razorpay.orders.all()).count).toBe(0);
  });

  test('is not shown to someone with other keys, and one that does not exist to nobody', async () => {
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
  test.each(['card', 'upi', 'wallet', 'netbanking'])('CHK-035 by %s is captured at once and signed', async (method) => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);

    const { razorpay_payment_id: payment_id, razorpay_signature } = await control.pay(order, { method });

    expect(validatePaymentVerification({ order_id: order.id, payment_id }, razorpay_signature, KEY_SECRET)).toBe(true);
    const payment = await razorpay.payments.fetch(payment_id);
    expect(payment).toMatchObject({ method, status: 'captured', captured: true, amount: 129_900, order_id: order.id });
    expect(await razorpay.orders.fetch(order.id)).toMatchObject({
      status: 'paid',
      amount_paid: 129_900,
      amount_due: 0,
    });
    expect((await razorpay.orders.fetchPayments(order.id)).items).toEqual([payment]);
  });

  test('can be only authorized, and is then captured once, in its own amount', async () => {
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

  test('waits for its capture where the order or the account says so', async () => {
    const automatic = await aSandbox();
    const manual = await aSandbox({ capture: 'manual' });
    const waiting = await automatic.razorpay.orders.create({ ...RING, payment: { capture: 'manual' } });
    const alsoWaiting = await manual.razorpay.orders.create(RING);
    const not = await manual.razorpay.orders.create({ ...RING, payment: { capture: 'automatic' } });

    expect((await automatic.control.pay(waiting)).payment.status).toBe('authorized');
    expect((await manual.control.pay(alsoWaiting)).payment.status).toBe('authorized');
    expect((await manual.control.pay(not)).payment.status).toBe('captured');
  });

  test('is captured once, however many ask at the same time', async () => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);
    const { payment } = await control.pay(order, { outcome: 'authorized' });

    const requests = Array.from({ length: 20 }, () => razorpay.payments.capture(payment.id, 129_900, 'INR'));
    const { fulfilled: granted, rejected: refused } = await allResults(requests);

    expect([granted.length, refused.length]).toEqual([1, 19]);
    expect((await control.ledger()).filter(({ what }) => what === 'payment.captured')).toHaveLength(1);
  });

  test('that fails leaves the order open for the next attempt', async () => {
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

  test('of an order that is paid, or as good as paid, is declined', async () => {
    const { razorpay, control } = await aSandbox();
    const paid = await razorpay.orders.create(RING);
    const authorized = await razorpay.orders.create(RING);
    await control.pay(paid);
    await control.pay(authorized, { outcome: 'authorized' });

    await expect(control.pay(paid)).rejects.toThrow('declined as the order is already paid');
    await expect(control.pay(authorized)).rejects.toThrow('Payment already done for this order.');
  });

  test('of a paid order can be forced, as a late bank may', async () => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);
    await control.pay(order);

    const { payment } = await control.pay(order, { surplus: true });

    expect(payment).toMatchObject({ status: 'captured', amount: 129_900 });
    expect((await razorpay.orders.fetchPayments(order.id)).count).toBe(2);
  });

  test('that is left at the bank’s page stays unfinished', async () => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);

    const { payment } = await control.pay(order, { method: 'netbanking', outcome: 'created' });

    expect(await razorpay.payments.fetch(payment.id)).toMatchObject({ status: 'created', captured: false });
  });

  test('is listed by pages and by time, the newest first', async () => {
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
