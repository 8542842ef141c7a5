import { expect, test } from 'vitest';
import { aSandbox, providerError } from './harness.ts';

async function aPaidOrder({ amount = 3_000, currency = 'INR', ...how }: Record<string, unknown> = {}) {
  const sandbox = await aSandbox();
  const order = await sandbox.razorpay.orders.create({ amount: Number(amount), currency: String(currency) });
  const { payment } = await sandbox.control.pay(order, how);
  const fetchPayment = () => sandbox.razorpay.payments.fetch(payment.id);
  return { ...sandbox, order, payment, fetchPayment };
}
const UNREFUNDED = { status: 'captured', captured: true, amount_refunded: 0, refund_status: null };
const REFUNDED = { status: 'refunded', captured: true, amount_refunded: 3_000, refund_status: 'full' };

test('a refund fails immediately with refund_outcome "failed", and leaves the payment unchanged', async () => {
  const { razorpay, control, shop, payment, fetchPayment } = await aPaidOrder();
  await control.account({ refund_outcome: 'failed' });

  const refund = await razorpay.payments.refund(payment.id, { receipt: 'r1' });

  expect(refund).toMatchObject({ status: 'failed', amount: 3_000, receipt: 'r1' });
  expect(await fetchPayment()).toMatchObject(UNREFUNDED);
  const received = await shop.messages(5);
  expect(shop.names().slice(3)).toEqual(['refund.created', 'refund.failed']);
  expect(received[4]?.message).toMatchObject({
    contains: ['refund', 'payment'],
    payload: { refund: { entity: refund }, payment: { entity: UNREFUNDED } },
  });
  await control.account({ refund_outcome: 'processed' });
  expect(await razorpay.payments.refund(payment.id, {})).toMatchObject({ status: 'processed', amount: 3_000 });
});

test.each(['processed', 'failed'] as const)('a pending refund stays pending until it is %s', async (status) => {
  const { razorpay, control, shop, payment, fetchPayment } = await aPaidOrder();
  await control.account({ refund_outcome: 'pending' });

  const refund = await razorpay.payments.refund(payment.id, {});

  expect(refund.status).toBe('pending');
  expect(await fetchPayment()).toMatchObject(REFUNDED);
  await control.account({ refund_outcome: 'processed' });
  expect(await razorpay.refunds.fetch(refund.id)).toEqual(refund);

  expect(await control.finishRefund(refund, status)).toMatchObject({ id: refund.id, status });

  expect(await fetchPayment()).toMatchObject(status === 'processed' ? REFUNDED : UNREFUNDED);
  await shop.messages(5);
  expect(shop.names().slice(3)).toEqual(['refund.created', `refund.${status}`]);
});

test('a processed refund returned by the bank fails, once', async () => {
  const { razorpay, control, shop, payment, fetchPayment } = await aPaidOrder();
  await razorpay.payments.refund(payment.id, { amount: 1_000 });
  const sentBack = await razorpay.payments.refund(payment.id, { amount: 2_000 });

  await control.finishRefund(sentBack, 'failed');

  expect(await razorpay.refunds.fetch(sentBack.id)).toMatchObject({ status: 'failed' });
  expect(await fetchPayment()).toMatchObject({ status: 'captured', amount_refunded: 1_000, refund_status: 'partial' });
  await shop.messages(8);
  expect(shop.names().at(-1)).toBe('refund.failed');
  await expect(control.finishRefund(sentBack, 'failed')).rejects.toThrow('failed already');
  await expect(control.finishRefund(sentBack, 'processed')).rejects.toThrow('failed already');
});

test.each([
  ['INR', 99, 'The amount must be at least INR 1.00'],
  ['JPY', 0, 'The amount must be at least JPY 1'],
  ['KWD', 999, 'The amount must be at least KWD 1.000'],
])('rejects a refund of less than one unit of %s', async (currency, amount, description) => {
  const { razorpay, payment } = await aPaidOrder({ currency, amount: 5_000 });

  await expect(razorpay.payments.refund(payment.id, { amount })).rejects.toMatchObject(providerError(description));
  expect((await razorpay.refunds.all()).count).toBe(0);
});

test('rejects a refund over the balance until a payment increases it', async () => {
  const { razorpay, control, payment } = await aPaidOrder();
  await control.account({ balance: 2_500 });
  const tooLow = providerError('Your account does not have enough balance to carry out the refund operation.');

  await expect(razorpay.payments.refund(payment.id, {})).rejects.toMatchObject(tooLow);
  await razorpay.payments.refund(payment.id, { amount: 2_000 });
  await expect(razorpay.payments.refund(payment.id, {})).rejects.toMatchObject(tooLow);

  await control.pay(await razorpay.orders.create({ amount: 500, currency: 'INR' }));
  expect(await razorpay.payments.refund(payment.id, {})).toMatchObject({ amount: 1_000, status: 'processed' });
});

test('a refund made on the dashboard has no receipt, and updates the payment', async () => {
  const { razorpay, control, shop, payment, fetchPayment } = await aPaidOrder();

  const partialRefund = await control.refundOnDashboard(payment, 1_000);

  expect(partialRefund).toMatchObject({ amount: 1_000, receipt: null, status: 'processed' });
  expect(await fetchPayment()).toMatchObject({ status: 'captured', amount_refunded: 1_000, refund_status: 'partial' });
  await control.refundOnDashboard(payment);
  expect(await fetchPayment()).toMatchObject(REFUNDED);
  expect((await razorpay.payments.fetchMultipleRefund(payment.id)).count).toBe(2);
  await shop.messages(7);
  expect(shop.names().slice(3)).toEqual(['refund.created', 'refund.processed', 'refund.created', 'refund.processed']);
});

test('an uncaptured payment is refunded automatically, and stays uncaptured', async () => {
  const { razorpay, control, shop, payment, fetchPayment } = await aPaidOrder({ outcome: 'authorized' });

  await control.refundUncaptured(payment);

  const refunded = { status: 'refunded', captured: false, amount_refunded: 3_000, refund_status: 'full' };
  expect(await fetchPayment()).toMatchObject(refunded);
  const received = await shop.messages(3);
  expect(shop.names()).toEqual(['payment.authorized', 'refund.created', 'refund.processed']);
  expect(received[2]?.message.payload).toMatchObject({
    refund: { entity: { receipt: null, amount: 3_000, status: 'processed' } },
    payment: { entity: refunded },
  });
  await expect(razorpay.payments.capture(payment.id, 3_000, 'INR')).rejects.toMatchObject({ statusCode: 400 });
  await expect(control.refundUncaptured(payment)).rejects.toThrow('Only authorized payments');
});
