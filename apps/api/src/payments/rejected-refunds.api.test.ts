import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { aPaidOrder, openDifferences, processRefundEvent, retryRefund } from '#test/builders/paid-order.ts';
import { createStoreWithPayments } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';
import { queuedJobs, runQueuedJobs } from '#test/jobs.ts';
import { aMailServer } from '#test/mail-server.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createStoreWithPayments({ SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' });
checkInvariantsAfterAll(shop);
const { anAdmin, db, sandbox, sql, work } = shop;
const grace = await anAdmin();
afterEach(async () => {
  await sandbox.recover();
  await sandbox.setAccount({ balance: null, refund_outcome: 'processed' });
});

const LOW_BALANCE = 'Your account does not have enough balance to carry out the refund operation.';
const differences = (paymentId: string) => openDifferences(grace, paymentId);
const retry = (refundId: string) => retryRefund(grace, refundId);
const refundJobs = async (refundId: string) =>
  (await queuedJobs(shop)).filter(({ payload }) => payload.refundId === refundId).length;

/** A cancelled order whose refund the provider rejected: the balance was too low. */
async function aRejectedCancellation() {
  const order = await aPaidOrder(shop, grace);
  await sandbox.setAccount({ balance: 0 });
  await order.cancel();
  await work();
  const [refund] = (await order.orderForCustomer()).refunds;
  return { ...order, refundId: refund?.id ?? '' };
}

describe('a refund the provider rejects', () => {
  test('is listed at once with the provider’s message, is not retried, and the customer is notified', async () => {
    const order = await aRejectedCancellation();

    expect(await differences(order.payment.id)).toMatchObject([
      {
        kind: 'refund_rejected',
        reference: order.refundId,
        reason: LOW_BALANCE,
        amountMinor: 3_159,
        currency: 'INR',
        order: { id: order.orderId, number: order.number },
        refund: { id: order.refundId, canRetry: true },
      },
    ]);
    expect(await refundJobs(order.refundId)).toBe(0);
    expect(await order.orderForCustomer()).toMatchObject({ paymentStatus: 'paid', refunds: [{ status: 'failed' }] });
    expect((await order.orderForStaff()).payments).toMatchObject([
      { status: 'captured', refunds: [{ status: 'failed', error: LOW_BALANCE, canRetry: true }] },
    ]);
    expect((await order.notificationTexts()).at(-1)).toBe(orderMessages.refundFailedMessage('₹31.59', order.number));
    expect(await failedInvariants(db)).toEqual([]);
  });

  test('is refunded by a retry, which resolves the difference', async () => {
    const order = await aRejectedCancellation();
    await sandbox.setAccount({ balance: null });

    expect((await retry(order.refundId)).statusCode).toBe(204);
    await work();

    expect(await differences(order.payment.id)).toEqual([]);
    expect(await order.orderForCustomer()).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refunds: [{ status: 'failed' }, { amount: 3_159, status: 'processed' }],
    });
  });

  test('and rejects again on a retry is listed again', async () => {
    const order = await aRejectedCancellation();

    await retry(order.refundId);
    await work();

    const { paymentStatus, refunds } = await order.orderForCustomer();
    expect([paymentStatus, refunds.map(({ status }) => status)]).toEqual(['paid', ['failed', 'failed']]);
    expect(await differences(order.payment.id)).toMatchObject([
      { kind: 'refund_rejected', reference: refunds[1]?.id, refund: { canRetry: true } },
    ]);
  });

  test('because less than its minimum remains can be marked as resolved, but not retried', async () => {
    const order = await aPaidOrder(shop, grace);
    const { id: dashboardId } = await sandbox.refundOnDashboard(order.payment.id, 3_109);
    await processRefundEvent(shop, 'refund.processed', dashboardId);
    await order.cancel();
    await work();

    const difference = (await differences(order.payment.id)).find(({ kind }) => kind === 'refund_rejected');
    expect(difference).toMatchObject({
      reason: 'The amount must be at least INR 1.00',
      amountMinor: 50,
    });
    const retried = await retry(difference?.refund?.id ?? '');
    expect([retried.statusCode, retried.json().message]).toEqual([409, adminOrderMessages.refundTooSmall('₹1.00')]);
    expect(await failedInvariants(db)).toEqual([]);
    const resolved = await grace.post(`/api/admin/payment-differences/${difference?.id}/resolution`);
    expect(resolved.statusCode).toBe(204);
    expect(await failedInvariants(db)).toEqual([]);
  });
});

describe('a refund that is not completed', () => {
  test.each([503, 429, 401])('because the provider returned %d stays pending and is retried', async (status) => {
    const order = await aPaidOrder(shop, grace);
    await sandbox.fail({ on: 'POST /v1/payments/:id/refund', times: 1, do: 'status', status });
    await order.cancel();

    await work();
    const [refund] = (await order.orderForCustomer()).refunds;
    expect(refund?.status).toBe('pending');
    expect(await refundJobs(refund?.id ?? '')).toBe(1);
    expect(await differences(order.payment.id)).toEqual([]);
    await runQueuedJobs(shop);

    expect(await order.orderForCustomer()).toMatchObject({
      paymentStatus: 'refunded',
      refunds: [{ status: 'processed' }],
    });
  });

  test('within an hour alerts the owners, with the provider’s message', async () => {
    const owner = await anAdmin();
    const pending = await aPaidOrder(shop, grace, { price: 30 });
    await sandbox.setAccount({ refund_outcome: 'pending' });
    await pending.cancel();
    await work();
    const order = await aPaidOrder(shop, grace);
    await sandbox.fail({ on: 'POST /v1/payments/:id/refund', do: 'status', status: 503 });
    await order.cancel();
    await work();
    const digests = async () => {
      await sql.query('delete from alerts');
      await sql.query("select graphile_worker.add_job('notify_owners')");
      await work();
      return server.messages
        .filter((message) => message.to?.[0]?.address === owner.email)
        .map(({ text }) => text)
        .join();
    };
    const text = '₹31.59: We are facing some trouble completing your request at the moment.';
    const stillPending = '₹42.39: The provider is still working on this refund.';

    expect(await digests()).not.toContain('₹');
    await sql.query(`update refunds set created_at = now() - interval '61 minutes' where status = 'pending'`);
    await sql.query('delete from email_messages');
    const digest = await digests();
    expect([digest.includes(text), digest.includes(stillPending)]).toEqual([true, true]);

    await sandbox.recover();
    const [created] = (await sandbox.ledgerEntries('refund.created')).filter(
      ({ refund }) => refund?.payment_id === pending.payment.id,
    );
    await sandbox.finishRefund(created?.refund?.id ?? '', 'processed');
    await runQueuedJobs(shop);
    expect((await pending.orderForCustomer()).refunds).toMatchObject([{ status: 'processed' }]);
  });
});

describe('a partial refund', () => {
  test('under the provider’s minimum is rejected', async () => {
    const [amount, code, message] = [0.99, 'refund_too_small', adminOrderMessages.refundTooSmall('₹1.00')];
    const order = await aPaidOrder(shop, grace);

    const response = await order.issuePartialRefund(amount);

    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code, message, errors: [{ field: 'amount', message }] });
    expect((await order.orderForCustomer()).refunds).toEqual([]);
  });

  test('of the minimum, of all but the minimum and of the whole remainder is made', async () => {
    const order = await aPaidOrder(shop, grace);

    const responses = [
      await order.issuePartialRefund(1),
      await order.issuePartialRefund(29.59),
      await order.issuePartialRefund(1),
    ];
    await work();

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await order.orderForCustomer()).toMatchObject({
      paymentStatus: 'refunded',
      refunds: [{ status: 'processed' }, { status: 'processed' }, { status: 'processed' }],
    });
  });

  test('may leave less than the minimum, which the provider rejects when the order is cancelled', async () => {
    const order = await aPaidOrder(shop, grace);

    expect((await order.issuePartialRefund(30.6)).statusCode).toBe(200);
    await order.cancel();
    await work();

    expect((await order.orderForCustomer()).refunds).toMatchObject([
      { status: 'processed' },
      { amount: 99, status: 'failed' },
    ]);
  });
});
