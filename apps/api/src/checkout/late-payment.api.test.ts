import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { describe, expect, test } from 'vitest';
import { discountCodeUses, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox, work } = shop;

async function aStartedCheckout(units = 5, discountCode?: string) {
  const { variantId, productId } = await aVariant(shop, { quantities: [units], price: 100 });
  const ada = await aCustomerWithCart(shop, [{ variantId }], discountCode);
  return { ada, variantId, productId, ...startedCheckout(await ada.start()) };
}
/** As if the time had passed and the worker had run. */
async function expire(checkoutId: string) {
  await sql.query("update checkouts set expires_at = now() - interval '1 second' where id = $1", [checkoutId]);
  await sql.query("select graphile_worker.add_job('expire_checkouts')");
  await work();
}
const statusOf = async (id: string) =>
  (await sql.query('select status from checkouts where id = $1', [id])).rows[0].status;
const refundsOf = async (orderId: string) =>
  (
    await sql.query(
      `select p.status as payment, r.status as refund, r.amount_minor::int as amount, r.reason, r.provider_refund_id is not null as known
         from refunds r join payments p on p.id = r.payment_id where p.provider_order_id = $1`,
      [orderId],
    )
  ).rows;
const notificationsOf = async (ada: CustomerWithCart) =>
  (await sql.query('select title from notifications where user_id = $1 order by id', [ada.id])).rows.map(
    ({ title }) => title,
  );
const expectedRefund = {
  payment: 'refunded',
  refund: 'processed',
  amount: 11_799,
  reason: checkoutMessages.refundReason,
  known: true,
};

describe('a checkout that is not paid in time', () => {
  test('CHK-031 expires and releases its stock', async () => {
    const { ada, variantId, checkoutId } = await aStartedCheckout();

    await expire(checkoutId);

    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 5, reserved: 0, sold: 0 });
    expect((await ada.get(`/api/checkouts/${checkoutId}`)).json()).toMatchObject({ status: 'expired', placed: null });
    expect((await ada.get('/api/cart')).json().items).toHaveLength(1);
  });

  test('releases its discount code', async () => {
    await sql.query("insert into discount_codes (code, percent_bp, usage_limit) values ('ONLYONE', 1000, 1)");
    const used = () => discountCodeUses(shop, 'ONLYONE');
    const { checkoutId } = await aStartedCheckout(5, 'ONLYONE');
    expect(await used()).toBe(1);

    await expire(checkoutId);

    expect(await used()).toBe(0);
  });

  test('stays open until it expires', async () => {
    const { checkoutId } = await aStartedCheckout();
    await sql.query("select graphile_worker.add_job('expire_checkouts')");
    await work();

    expect(await statusOf(checkoutId)).toBe('open');
  });
});

describe('a payment for an expired checkout', () => {
  test('CHK-032 is placed if the stock is still available', async () => {
    const { ada, variantId, checkoutId, order } = await aStartedCheckout();
    await expire(checkoutId);

    const response = await ada.verify((await sandbox.pay(order.id)).verification);

    expect(response.statusCode).toBe(200);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 0, sold: 1 });
    expect(await refundsOf(order.id)).toEqual([]);
    expect(await statusOf(checkoutId)).toBe('completed');
  });

  test('CHK-033 CHK-034 without stock is refunded automatically, and the customer is notified', async () => {
    const { ada, variantId, checkoutId, order } = await aStartedCheckout(1);
    await expire(checkoutId);
    const bob = await aCustomerWithCart(shop, [{ variantId }]);
    await bob.start({ paymentMethod: 'cod' });

    const response = await ada.verify((await sandbox.pay(order.id)).verification);
    await work();

    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'payment_too_late', message: checkoutMessages.refunded });
    expect(await refundsOf(order.id)).toEqual([expectedRefund]);
    expect(await sandbox.ledgerEntries('refund.processed')).toContainEqual(
      expect.objectContaining({ refund: expect.objectContaining({ amount: 11_799 }) }),
    );
    expect(await notificationsOf(ada)).toEqual([orderMessages.refundedTitle]);
    const { rows } = await sql.query('select kind from email_messages where user_id = $1 order by kind', [ada.id]);
    expect(rows).toEqual([{ kind: 'payment_refunded' }, { kind: 'refund_completed' }]);
    expect((await ada.get(`/api/checkouts/${checkoutId}`)).json()).toMatchObject({ placed: null, refunded: true });
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 0, sold: 1 });
  });

  test('with a discount code that was used up since is refunded', async () => {
    await sql.query("insert into discount_codes (code, percent_bp, usage_limit) values ('LASTONE', 1000, 1)");
    const { ada, variantId, checkoutId, order } = await aStartedCheckout(5, 'LASTONE');
    await expire(checkoutId);
    const bob = await aCustomerWithCart(shop, [{ variantId }], 'LASTONE');
    await bob.start({ paymentMethod: 'cod' });

    expect((await ada.verify((await sandbox.pay(order.id)).verification)).json().code).toBe('payment_too_late');

    await work();
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 0, sold: 1 });
  });
});

describe('a payment that is not needed', () => {
  test('for a replaced checkout is refunded', async () => {
    const { ada, variantId, order, checkoutId } = await aStartedCheckout();
    const { order: second } = startedCheckout(await ada.start({ shippingMethod: 'express' }));
    expect(second.id).not.toBe(order.id);
    expect(await statusOf(checkoutId)).toBe('cancelled');

    const late = await ada.verify((await sandbox.pay(order.id)).verification);
    await work();

    expect(late.json()).toMatchObject({ code: 'payment_not_needed', message: checkoutMessages.notNeeded });
    expect(await refundsOf(order.id)).toEqual([expectedRefund]);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 1, sold: 0 });
    expect((await ada.verify((await sandbox.pay(second.id)).verification)).statusCode).toBe(200);
  });

  test('for an order that is already paid is refunded once', async () => {
    const { ada, order } = await aStartedCheckout();
    const first = await sandbox.pay(order.id);
    const second = await sandbox.pay(order.id, { surplus: true });
    await waitForWebhooks(shop, order.id, 5);

    expect((await ada.verify(first.verification)).statusCode).toBe(200);
    await work();
    await sandbox.redeliver({ order_id: order.id });
    await work();

    expect((await ada.verify(second.verification)).json().code).toBe('payment_not_needed');
    expect(await refundsOf(order.id)).toEqual([expectedRefund]);
    expect(await notificationsOf(ada)).toEqual([orderMessages.placedTitle, orderMessages.refundedTitle]);
    const refunds = (await sandbox.ledgerEntries('refund.processed')).filter(
      ({ payment }) => payment?.order_id === order.id,
    );
    expect(refunds).toHaveLength(1);
  });

  test('of a deleted customer is refunded without a notification', async () => {
    const { ada, order, checkoutId } = await aStartedCheckout();
    await sql.query('update users set deleted_at = now() where id = $1', [ada.id]);
    await sql.query('delete from sessions where user_id = $1', [ada.id]);
    await sandbox.pay(order.id);
    await waitForWebhooks(shop, order.id, 3);

    await work();

    expect(await refundsOf(order.id)).toEqual([expectedRefund]);
    expect(await notificationsOf(ada)).toEqual([]);
    await expire(checkoutId);
    await sql.query('delete from addresses where user_id = $1', [ada.id]);
  });
});

describe('a payment for a product withdrawn meanwhile', () => {
  test.each([
    ['archived', `update products set status = 'archived' where id = $1`],
    ['unpublished', `update products set status = 'draft' where id = $1`],
    ['switched off', 'update products set sellable = false where id = $1'],
    ['without the variant', 'update variants set archived_at = now() where product_id = $1'],
  ])('late, %s, is refunded, with its stock untouched', async (_how, withdraw) => {
    const { ada, variantId, productId, checkoutId, order } = await aStartedCheckout();
    await expire(checkoutId);
    await sql.query(withdraw, [productId]);

    const response = await ada.verify((await sandbox.pay(order.id)).verification);
    await work();

    expect([response.statusCode, response.json().code]).toEqual([409, 'payment_too_late']);
    expect(await refundsOf(order.id)).toEqual([expectedRefund]);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 5, reserved: 0, sold: 0 });
  });

  test('in time becomes an order: its stock was reserved', async () => {
    const { ada, productId, order } = await aStartedCheckout();
    await sql.query(`update products set status = 'archived' where id = $1`, [productId]);

    expect((await ada.verify((await sandbox.pay(order.id)).verification)).statusCode).toBe(200);
  });
});
