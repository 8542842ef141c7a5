import { expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { queuedJobs } from '#test/jobs.ts';
import { enqueueAll } from './queue/queue.ts';
import { contextOf, runInContextOf, withContext } from './request-context.ts';

const shop = await createStoreWithPayments();
const { db, work } = shop;

const requestIdsOf = async (task: string) =>
  (await queuedJobs(shop, task)).map(({ payload }) => payload.meta?.requestId);

test('a job carries the id of the request that caused it, also after a body was parsed', async () => {
  const { variantId } = await aVariant(shop, { quantities: [5] });
  const ada = await aCustomerWithCart(shop, [{ variantId }]);

  await ada.post(
    '/api/payment/create-order',
    { paymentMethod: 'cod' },
    { 'idempotency-key': 'once', 'x-request-id': 'order-0001' },
  );

  expect(await requestIdsOf('send_email')).toContain('order-0001');
});

test('jobs that a job enqueues inherit its request id, and the task gets its own payload', async () => {
  const { variantId } = await aVariant(shop, { quantities: [5] });
  const ada = await aCustomerWithCart(shop, [{ variantId }]);
  const { order } = startedCheckout(await ada.start());
  const { verification } = await shop.sandbox.pay(order.id);
  const { orderId } = (await ada.verify(verification)).json();
  await work();
  await ada.post(
    `/api/orders/${orderId}/cancellation`,
    {},
    { 'idempotency-key': 'sorry', 'x-request-id': 'cancel-0001' },
  );
  expect(await requestIdsOf('refund_payment')).toEqual(['cancel-0001']);

  await work();

  expect(await requestIdsOf('refund_payment')).toEqual([]);
  // The email about the refund is queued by the job that made it, and cannot be sent without a mail server.
  expect((await requestIdsOf('send_email')).filter((id) => id === 'cancel-0001')).toHaveLength(2);
});

test('many jobs at once carry the id, and a job outside a request carries none', async () => {
  const options = { maxAttempts: 1, priority: 0 };
  await runInContextOf({ meta: { requestId: 'batch-0001' } }, () =>
    enqueueAll(db, 'many', [{ a: 1 }, { a: 2 }], options),
  );
  await enqueueAll(db, 'many', [{ a: 3 }], options);

  expect(await requestIdsOf('many')).toEqual(['batch-0001', 'batch-0001', undefined]);
});

test('a payload without a valid context has none', () => {
  expect([undefined, null, {}, { meta: 'x' }, { meta: { requestId: 7 } }].map(contextOf)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
  expect(withContext({ a: 1 }, {})).toEqual({ a: 1 });
});
