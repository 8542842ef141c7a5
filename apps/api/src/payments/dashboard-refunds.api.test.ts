import { orderMessages } from '@shop/contracts/orders/messages';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { PaymentDifference } from '@shop/contracts/payments/admin-schema';
import { afterEach, describe, expect, test } from 'vitest';
import { compareWithProvider } from '#checkout/reconcile.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aPaidOrder, openDifferences, processRefundEvent } from '#test/builders/paid-order.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { anAdmin, db, sandbox, sql, work } = shop;
const grace = await anAdmin();
afterEach(async () => {
  await sandbox.recover();
  await sandbox.setAccount({ refund_outcome: 'processed' });
});

const HOURS = 3_600_000;
/** The provider's payments of two days are compared, and its refunds of two weeks. */
const compareAfter = (hours: number) => compareWithProvider(shop, Date.now() + hours * HOURS);
const loseEvents = () => sandbox.failWebhooks({ do: 'drop' });
const differences = (paymentId: string) => openDifferences(grace, paymentId);
const refundedAtProvider = async (paymentId: string) =>
  (await sandbox.ledgerEntries('refund.processed'))
    .filter(({ refund }) => refund?.payment_id === paymentId)
    .map(({ refund }) => refund?.amount);

describe('a partial refund on the provider’s dashboard', () => {
  test('is recorded from its webhook once, and listed with its amount', async () => {
    const order = await aPaidOrder(shop, grace);
    const refund = await sandbox.refundOnDashboard(order.payment.id, 1_000);

    await processRefundEvent(shop, 'refund.processed', refund.id);
    await sandbox.redeliver({ order_id: order.payment.order_id });
    await work();

    expect(await order.orderForCustomer()).toMatchObject({
      paymentStatus: 'paid',
      refunds: [{ amount: 1_000, status: 'processed' }],
    });
    expect(await order.orderForStaff()).toMatchObject({
      refundable: 2_159,
      payments: [{ status: 'captured', refunds: [{ reason: paymentMessages.refundedElsewhere }] }],
    });
    expect(await differences(order.payment.id)).toMatchObject([
      {
        kind: 'refunded_elsewhere',
        reference: refund.id,
        amountMinor: 1_000,
        currency: 'INR',
        order: { number: order.number },
        refund: { canRetry: false },
      },
    ]);
  });

  test('leaves the rest to be refunded when the order is cancelled', async () => {
    const order = await aPaidOrder(shop, grace);
    const refund = await sandbox.refundOnDashboard(order.payment.id, 1_000);
    await processRefundEvent(shop, 'refund.processed', refund.id);

    await order.cancel();
    await work();

    expect(await order.orderForCustomer()).toMatchObject({
      paymentStatus: 'refunded',
      refunds: [{ amount: 1_000 }, { amount: 2_159, status: 'processed' }],
    });
    expect(await refundedAtProvider(order.payment.id)).toEqual([1_000, 2_159]);
    expect(await differences(order.payment.id)).toMatchObject([{ kind: 'refunded_elsewhere' }]);
  });

  test.each([
    ['of a payment of the last two days', 2],
    ['of an older payment', 60],
  ])('%s is found by reconciliation when its events are lost, and listed once', async (_when, hours) => {
    await loseEvents();
    const order = await aPaidOrder(shop, grace);
    const refund = await sandbox.refundOnDashboard(order.payment.id, 1_000);

    await compareAfter(hours);

    const [difference, ...more] = await differences(order.payment.id);
    expect([difference, more]).toMatchObject([{ kind: 'refunded_elsewhere', reference: refund.id }, []]);
    expect((await order.orderForStaff()).refundable).toBe(2_159);
    await grace.post(`/api/admin/payment-differences/${difference?.id}/resolution`);
    await compareAfter(hours);
    expect(await differences(order.payment.id)).toEqual([]);
    expect((await order.orderForCustomer()).refunds).toHaveLength(1);
  });

  test('made while a full refund is pending fails that one; its retry refunds the rest', async () => {
    await loseEvents();
    const order = await aPaidOrder(shop, grace);
    await order.cancel();
    const refund = await sandbox.refundOnDashboard(order.payment.id, 1_000);

    await work();

    const [own, foreign] = (await order.orderForCustomer()).refunds;
    expect([own, foreign]).toMatchObject([
      { amount: 3_159, status: 'failed' },
      { amount: 1_000, status: 'processed' },
    ]);
    expect(await differences(order.payment.id)).toMatchObject([
      { kind: 'refunded_elsewhere', reference: refund.id },
      { kind: 'refund_rejected', reference: own?.id, reason: paymentMessages.refundConflict },
    ]);
    expect(await order.notificationTexts()).not.toContain(orderMessages.refundFailedMessage('₹31.59', order.number));
    expect(await failedInvariants(db)).toEqual([]);
    expect((await grace.post(`/api/admin/refunds/${own?.id}/retry`)).statusCode).toBe(204);
    await work();
    expect(await order.orderForCustomer()).toMatchObject({ paymentStatus: 'refunded' });
    expect(await refundedAtProvider(order.payment.id)).toEqual([1_000, 2_159]);
  });

  test('that fails later makes the amount refundable again, and is listed', async () => {
    const order = await aPaidOrder(shop, grace);
    const refund = await sandbox.refundOnDashboard(order.payment.id, 1_000);
    await processRefundEvent(shop, 'refund.processed', refund.id);

    await sandbox.finishRefund(refund.id, 'failed');
    await processRefundEvent(shop, 'refund.failed', refund.id);

    expect((await order.orderForStaff()).refundable).toBe(3_159);
    expect((await differences(order.payment.id)).map(({ kind }) => kind).toSorted()).toEqual([
      'refund_failed',
      'refunded_elsewhere',
    ]);
  });
});

describe('a full refund on the provider’s dashboard', () => {
  test('of a payment of which staff paid a part in cash is listed with its order, and leaves the rest refundable', async () => {
    await loseEvents();
    const order = await aPaidOrder(shop, grace);
    const paid = { amount: 10, method: 'cash', reason: 'A scratch' };
    await grace.post(`/api/admin/orders/${order.orderId}/refunds`, paid, { 'idempotency-key': order.orderId });
    await order.cancel();
    const refund = await sandbox.refundOnDashboard(order.payment.id);

    await work();

    const { refunds, paymentStatus } = await order.orderForCustomer();
    expect([paymentStatus, refunds]).toMatchObject([
      'paid',
      [
        { amount: 1_000, status: 'processed', method: 'cash' },
        { amount: 2_159, status: 'failed' },
      ],
    ]);
    expect(await order.orderForStaff()).toMatchObject({ refundable: 2_159, payments: [{ status: 'captured' }] });
    const about = { currency: 'INR', order: { id: order.orderId, number: order.number } };
    expect(await differences(order.payment.id)).toMatchObject([
      { ...about, kind: 'refunded_twice', reference: refund.id, amountMinor: 3_159, refund: null },
      { ...about, kind: 'refund_rejected', amountMinor: 2_159 },
    ]);
    expect(await failedInvariants(db)).toEqual([]);
  });

  test('of what staff paid in cash, reported again, is not listed again and fails no refund of ours', async () => {
    await loseEvents();
    const order = await aPaidOrder(shop, grace);
    const paid = { amount: 30, method: 'cash', reason: 'A scratch' };
    await grace.post(`/api/admin/orders/${order.orderId}/refunds`, paid, { 'idempotency-key': order.orderId });
    await sandbox.refundOnDashboard(order.payment.id, 3_000);
    await compareAfter(2);
    const listed = await differences(order.payment.id);
    expect(listed.map(({ kind }) => kind)).toContain('refunded_twice');
    for (const { id } of listed) await grace.post(`/api/admin/payment-differences/${id}/resolution`);
    await order.issuePartialRefund(1.5);

    await compareAfter(2);

    expect(await differences(order.payment.id)).toEqual([]);
    await work();
    expect((await order.orderForCustomer()).refunds).toMatchObject([
      { amount: 3_000, method: 'cash' },
      { amount: 150, status: 'processed' },
    ]);
    expect(await refundedAtProvider(order.payment.id)).toEqual([3_000, 150]);
  });

  test('sets payment and order to refunded, and is listed', async () => {
    const order = await aPaidOrder(shop, grace);
    const refund = await sandbox.refundOnDashboard(order.payment.id);

    await processRefundEvent(shop, 'refund.processed', refund.id);

    expect(await order.orderForCustomer()).toMatchObject({ status: 'pending', paymentStatus: 'refunded' });
    expect(await order.orderForStaff()).toMatchObject({ refundable: 0, payments: [{ status: 'refunded' }] });
    expect(await differences(order.payment.id)).toMatchObject([{ kind: 'refunded_elsewhere', amountMinor: 3_159 }]);
    await order.cancel();
    await work();
    expect(await refundedAtProvider(order.payment.id)).toEqual([3_159]);
  });

  test('of a missed payment places no order and leaves nothing to refund', async () => {
    await loseEvents();
    const { variantId } = await aVariant(shop);
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const { order, checkoutId } = startedCheckout(await ada.start());
    const { payment } = await sandbox.pay(order.id);
    await sandbox.refundOnDashboard(payment.id);

    await compareAfter(2);

    const { rows } = await sql.query('select status, order_id from payments where provider_payment_id = $1', [
      payment.id,
    ]);
    expect(rows).toEqual([{ status: 'refunded', order_id: null }]);
    expect((await differences(payment.id)).map(({ kind }) => kind).toSorted()).toEqual([
      'missed',
      'refunded_elsewhere',
    ]);
    expect((await ada.get(`/api/checkouts/${checkoutId}`)).json()).toMatchObject({ placed: null, status: 'open' });
  });
});

describe('reconciliation of our own refunds', () => {
  test.each([
    ['of a payment of the last two days', 2],
    ['of an older payment', 60],
  ])('%s finds one that was reversed without an event', async (_when, hours) => {
    await loseEvents();
    const order = await aPaidOrder(shop, grace);
    await order.cancel();
    await work();
    const [processed] = (await sandbox.ledgerEntries('refund.processed')).filter(
      ({ refund }) => refund?.payment_id === order.payment.id,
    );
    await sandbox.finishRefund(processed?.refund?.id ?? '', 'failed');

    await compareAfter(hours);

    expect(await order.orderForCustomer()).toMatchObject({ paymentStatus: 'paid', refunds: [{ status: 'failed' }] });
    expect(await differences(order.payment.id)).toMatchObject([
      { kind: 'refund_failed', reference: processed?.refund?.id, refund: { canRetry: true } },
    ]);
  });

  test('accepts one that is still pending at the provider', async () => {
    await sandbox.setAccount({ refund_outcome: 'pending' });
    await loseEvents();
    const order = await aPaidOrder(shop, grace);
    await order.cancel();
    await work();

    await compareAfter(2);

    expect(await order.orderForCustomer()).toMatchObject({
      paymentStatus: 'refunded',
      refunds: [{ status: 'pending' }],
    });
    expect(await differences(order.payment.id)).toEqual([]);
    const [created] = (await sandbox.ledgerEntries('refund.created')).filter(
      ({ refund }) => refund?.payment_id === order.payment.id,
    );
    await sandbox.finishRefund(created?.refund?.id ?? '', 'processed');
    await compareAfter(2);
    expect(await order.orderForCustomer()).toMatchObject({ refunds: [{ status: 'processed' }] });
  });

  test('lists one that the provider does not have', async () => {
    await loseEvents();
    const order = await aPaidOrder(shop, grace);
    await order.cancel();
    await work();
    const unknown = `rfnd_unknown_${order.number}`;
    await sql.query(
      `update refunds r set provider_refund_id = $2 from payments p where p.id = r.payment_id and p.order_id = $1`,
      [order.orderId, unknown],
    );

    await compareAfter(2);

    const open = PaymentDifference.array().parse((await grace.get('/api/admin/payment-differences')).json());
    expect(open.filter(({ reference }) => reference === unknown)).toMatchObject([{ kind: 'not_at_provider' }]);
  });
});
