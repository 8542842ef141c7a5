import { expect, test } from 'vitest';
import { allResults, aSandbox, providerError } from './harness.ts';

async function aPaidOrder(how: object = {}) {
  const sandbox = await aSandbox();
  const order = await sandbox.razorpay.orders.create({ amount: 3_000, currency: 'INR' });
  const { payment } = await sandbox.control.pay(order, how);
  return { ...sandbox, order, payment };
}

test('CHK-035 a payment is refunded partially, and then in full', async () => {
  const { razorpay, payment } = await aPaidOrder();

  const partialRefund = await razorpay.payments.refund(payment.id, {
    amount: 1_000,
    notes: { why: 'scratched' },
    receipt: 'r1',
  });

  expect(partialRefund).toMatchObject({
    id: expect.stringMatching(/^rfnd_\w{14}$/),
    entity: 'refund',
    amount: 1_000,
    currency: 'INR',
    payment_id: payment.id,
    status: 'processed',
    notes: { why: 'scratched' },
    receipt: 'r1',
  });
  expect(await razorpay.payments.fetch(payment.id)).toMatchObject({
    status: 'captured',
    amount_refunded: 1_000,
    refund_status: 'partial',
  });

  const rest = await razorpay.payments.refund(payment.id, {});

  expect(rest.amount).toBe(2_000);
  expect(await razorpay.payments.fetch(payment.id)).toMatchObject({
    status: 'refunded',
    amount_refunded: 3_000,
    refund_status: 'full',
  });
  await expect(razorpay.payments.refund(payment.id, { amount: 100 })).rejects.toMatchObject(
    providerError('The payment has been fully refunded already'),
  );
  expect(await razorpay.refunds.fetch(partialRefund.id)).toEqual(partialRefund);
  expect(await razorpay.payments.fetchRefund(payment.id, rest.id)).toEqual(rest);
  expect((await razorpay.payments.fetchMultipleRefund(payment.id)).items).toEqual([rest, partialRefund]);
  expect((await razorpay.refunds.all()).items).toEqual([rest, partialRefund]);
});

test('rejects refunds of more than the captured amount', async () => {
  const { razorpay, payment } = await aPaidOrder();

  await expect(razorpay.payments.refund(payment.id, { amount: 3_001 })).rejects.toMatchObject(
    providerError('The refund amount provided is greater than amount captured'),
  );
  await razorpay.payments.refund(payment.id, { amount: 2_000 });
  await expect(razorpay.payments.refund(payment.id, { amount: 1_001 })).rejects.toMatchObject(
    providerError('The refund amount provided is greater than amount captured'),
  );
  expect((await razorpay.payments.fetch(payment.id)).amount_refunded).toBe(2_000);
});

test('rejects refunds of more than the captured amount in concurrent requests', async () => {
  const { razorpay, payment } = await aPaidOrder();

  const requests = Array.from({ length: 20 }, () => razorpay.payments.refund(payment.id, { amount: 900 }));
  const { fulfilled, rejected } = await allResults(requests);

  expect([fulfilled.length, rejected.length]).toEqual([3, 17]);
  expect((await razorpay.payments.fetch(payment.id)).amount_refunded).toBe(2_700);
});

test('rejects the refund of an uncaptured payment', async () => {
  const { razorpay, payment } = await aPaidOrder({ outcome: 'authorized' });

  await expect(razorpay.payments.refund(payment.id, {})).rejects.toMatchObject(
    providerError('The payment status should be captured for action to be taken'),
  );
});

test('the same idempotency key returns the same refund, and only for the same request', async () => {
  const { http, razorpay, payment } = await aPaidOrder();
  const refund = (body: object, key: string) =>
    http.post(`/v1/payments/${payment.id}/refund`, body, { headers: { 'X-Refund-Idempotency': key } });

  const responses = await Promise.all([1, 2, 3].map(() => refund({ amount: 1_000 }, 'cancel-order-0001')));

  expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect((await razorpay.payments.fetch(payment.id)).amount_refunded).toBe(1_000);
  await expect(refund({ amount: 500 }, 'cancel-order-0001')).rejects.toMatchObject({
    response: {
      status: 400,
      data: {
        error: { description: 'Different request with the same idempotency key has already been processed.' },
      },
    },
  });
  await expect(refund({ amount: 500 }, 'short')).rejects.toMatchObject({ response: { status: 400 } });
  await refund({ amount: 500 }, 'cancel-order-0002');
  expect((await razorpay.refunds.all()).count).toBe(2);
});
