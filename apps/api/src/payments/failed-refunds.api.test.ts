import { orderMessages } from '@shop/contracts/orders/messages';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { aPaidOrder, openDifferences, processRefundEvent, retryRefund } from '#test/builders/paid-order.ts';
import { createStoreWithPayments, waitForWebhooks } from '#test/builders/store-with-payments.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';
import { aMailServer } from '#test/mail-server.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createStoreWithPayments({ SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' });
checkInvariantsAfterAll(shop);
const { anAdmin, db, sandbox, sql, work } = shop;
const grace = await anAdmin();
afterEach(() => sandbox.setAccount({ refund_outcome: 'processed', balance: null }));

const emailsTo = (email: string) =>
  server.messages
    .filter((message) => message.to?.[0]?.address === email && message.subject?.includes('refund'))
    .map(({ subject, text }) => ({ subject, text }));
const differences = (paymentId: string) => openDifferences(grace, paymentId);
const retry = (refundId: string) => retryRefund(grace, refundId);

/** A cancelled order whose refund the provider accepted but could not complete. */
async function aFailedCancellation() {
  const order = await aPaidOrder(shop, grace);
  await sandbox.setAccount({ refund_outcome: 'failed' });
  await order.cancel();
  await work();
  const [refund] = (await order.orderForCustomer()).refunds;
  return { ...order, refundId: refund?.id ?? '' };
}

describe('a refund that fails at once', () => {
  test('resets payment and order to paid, lists a difference and notifies the customer', async () => {
    const order = await aFailedCancellation();

    expect(await order.orderForCustomer()).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      refunds: [{ amount: 3_159, status: 'failed' }],
    });
    expect((await order.orderForStaff()).payments).toMatchObject([
      { status: 'captured', refunds: [{ amount: 3_159, status: 'failed', canRetry: true }] },
    ]);
    expect(await differences(order.payment.id)).toMatchObject([
      {
        kind: 'refund_failed',
        amountMinor: 3_159,
        currency: 'INR',
        order: { id: order.orderId, number: order.number },
        refund: { id: order.refundId, canRetry: true },
      },
    ]);
    expect((await order.notificationTexts()).at(-1)).toBe(orderMessages.refundFailedMessage('₹31.59', order.number));
    expect(emailsTo(order.customer.email)).toMatchObject([{ subject: 'Your refund of ₹31.59 is delayed' }]);
    expect(emailsTo(order.customer.email)[0]?.text).toContain(`https://shop.example.com/orders/${order.orderId}\n`);
    expect(await failedInvariants(db)).toEqual([]);
  });

  test('is refunded by a retry; two concurrent retries make one refund', async () => {
    const order = await aFailedCancellation();
    await sandbox.setAccount({ refund_outcome: 'processed' });

    const responses = await Promise.all([retry(order.refundId), retry(order.refundId)]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409]);
    expect(await order.orderForCustomer()).toMatchObject({
      paymentStatus: 'refunded',
      refunds: [{}, { status: 'pending' }],
    });
    expect(await differences(order.payment.id)).toEqual([]);
    await work();
    expect(await order.orderForCustomer()).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refunded',
      refunds: [{ status: 'failed' }, { amount: 3_159, status: 'processed' }],
    });
    expect(emailsTo(order.customer.email).map(({ subject }) => subject)).toEqual([
      'Your refund of ₹31.59 is delayed',
      'Your refund of ₹31.59 is on its way',
    ]);
    expect((await retry(order.refundId)).json()).toMatchObject({ status: 409, message: paymentMessages.notRetryable });
  });

  test('and fails again on a retry is listed again, and can be retried again', async () => {
    const order = await aFailedCancellation();
    await retry(order.refundId);

    await work();

    const { paymentStatus, refunds } = await order.orderForCustomer();
    expect([paymentStatus, refunds.map(({ status }) => status)]).toEqual(['paid', ['failed', 'failed']]);
    expect(await differences(order.payment.id)).toMatchObject([
      { kind: 'refund_failed', refund: { id: refunds[1]?.id, canRetry: true } },
    ]);
    expect(emailsTo(order.customer.email)).toHaveLength(2);
    await sandbox.setAccount({ refund_outcome: 'processed' });
    expect((await retry(refunds[1]?.id ?? '')).statusCode).toBe(204);
    await work();
    expect(await order.orderForCustomer()).toMatchObject({ paymentStatus: 'refunded' });
  });

  test('of a partial amount leaves the order paid, and its retry refunds that amount', async () => {
    const order = await aPaidOrder(shop, grace);
    await sandbox.setAccount({ refund_outcome: 'failed' });
    await order.issuePartialRefund(5);
    await work();
    const [failed] = (await order.orderForCustomer()).refunds;
    await sandbox.setAccount({ refund_outcome: 'processed' });

    await retry(failed?.id ?? '');
    await work();

    expect(await order.orderForCustomer()).toMatchObject({
      status: 'pending',
      paymentStatus: 'paid',
      refunds: [
        { amount: 500, status: 'failed' },
        { amount: 500, status: 'processed' },
      ],
    });
    expect(await order.orderForStaff()).toMatchObject({ refundable: 2_659 });
  });

  test('of a payment without an order can be retried too', async () => {
    await sandbox.setAccount({ refund_outcome: 'failed' });
    const order = await aPaidOrder(shop, grace);
    const { payment: surplus } = await sandbox.pay(order.payment.order_id, { surplus: true });
    await waitForWebhooks(shop, order.payment.order_id, 5);
    await work();

    const [difference] = await differences(surplus.id);
    expect(difference).toMatchObject({ kind: 'refund_failed', order: null, refund: { canRetry: true } });
    await sandbox.setAccount({ refund_outcome: 'processed' });
    expect((await retry(difference?.refund?.id ?? '')).statusCode).toBe(204);
    await work();
    const { rows } = await sql.query('select status from payments where provider_payment_id = $1', [surplus.id]);
    expect(rows).toEqual([{ status: 'refunded' }]);
  });

  test('cannot be marked as resolved while the refund is owed', async () => {
    const order = await aFailedCancellation();
    const [difference] = await differences(order.payment.id);

    const response = await grace.post(`/api/admin/payment-differences/${difference?.id}/resolution`);

    expect([response.statusCode, response.json().message]).toEqual([409, paymentMessages.refundOwed]);
    expect(await differences(order.payment.id)).toHaveLength(1);
  });

  test('can be retried only with the refund permission', async () => {
    const order = await aFailedCancellation();
    const wim = await anAdmin({ role: 'packer' });

    expect((await wim.post(`/api/admin/refunds/${order.refundId}/retry`)).statusCode).toBe(403);
    expect((await retry(UNKNOWN_ID)).statusCode).toBe(404);
  });
});

describe('a refund that is reversed after it was processed', () => {
  test('resets payment and order to paid, lists a difference and notifies the customer', async () => {
    const order = await aPaidOrder(shop, grace);
    await order.cancel();
    await work();
    expect(await order.orderForCustomer()).toMatchObject({
      paymentStatus: 'refunded',
      refunds: [{ status: 'processed' }],
    });
    const [processed] = (await sandbox.ledgerEntries('refund.processed')).filter(
      ({ refund }) => refund?.payment_id === order.payment.id,
    );
    const providerRefundId = processed?.refund?.id ?? '';

    await sandbox.finishRefund(providerRefundId, 'failed');
    await processRefundEvent(shop, 'refund.failed', providerRefundId);

    expect(await order.orderForCustomer()).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'paid',
      refunds: [{ status: 'failed' }],
    });
    expect(await differences(order.payment.id)).toMatchObject([{ kind: 'refund_failed', reference: providerRefundId }]);
    expect(emailsTo(order.customer.email).map(({ subject }) => subject)).toEqual([
      'Your refund of ₹31.59 is on its way',
      'Your refund of ₹31.59 is delayed',
    ]);
    const [refund] = (await order.orderForCustomer()).refunds;
    expect((await retry(refund?.id ?? '')).statusCode).toBe(204);
    await work();
    expect(await order.orderForCustomer()).toMatchObject({ paymentStatus: 'refunded' });
  });
});

describe('a refund that stays pending', () => {
  test('is completed by its webhook, once', async () => {
    const order = await aPaidOrder(shop, grace);
    await sandbox.setAccount({ refund_outcome: 'pending' });
    await order.cancel();
    await work();
    expect(await order.orderForCustomer()).toMatchObject({
      paymentStatus: 'refunded',
      refunds: [{ status: 'pending' }],
    });
    expect(emailsTo(order.customer.email)).toEqual([]);
    const [created] = (await sandbox.ledgerEntries('refund.created')).filter(
      ({ refund }) => refund?.payment_id === order.payment.id,
    );

    await sandbox.finishRefund(created?.refund?.id ?? '', 'processed');
    await processRefundEvent(shop, 'refund.processed', created?.refund?.id ?? '');

    expect(await order.orderForCustomer()).toMatchObject({ refunds: [{ status: 'processed' }] });
    expect(emailsTo(order.customer.email)).toHaveLength(1);
  });
});
