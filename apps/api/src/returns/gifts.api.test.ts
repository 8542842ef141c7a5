import { randomUUID } from 'node:crypto';
import { giftExchangeMessages } from '@shop/contracts/returns/gift-messages';
import type { GiftPage } from '@shop/contracts/returns/gift-schema';
import { describe, expect, test } from 'vitest';
import { eraseAccount } from '#identity/account/delete-account.ts';
import { lockUser } from '#identity/user-queries.ts';
import { giftToken } from '#mail/gift-link-rules.ts';
import { expireReturns } from '#returns/service.ts';
import { anOrder, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithAddress, aGift, priceFields, requestExchange } from '#test/builders/returns/a-gift.ts';
import { keyed, requestReturn, returnOptions, takeStep } from '#test/builders/returns/a-return.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { anAdmin, aShopper, config, db, guest, sql } = shop;

describe('an order placed as a gift', () => {
  async function place(gift?: object) {
    const ada = await aCustomerWithAddress(shop);
    const { variantId } = await aVariant(shop);
    await ada.post('/api/cart/items', { variantId });
    const response = await ada.post('/api/payment/create-order', { paymentMethod: 'cod', gift }, keyed());
    return { ada, response };
  }

  test('keeps recipient and message, for the customer and for staff', async () => {
    const { ada, response } = await place({ recipient: 'Mia', message: 'Happy birthday!\r\nLove, Ada' });
    const { orderId } = response.json().placed;

    const gift = { recipient: 'Mia', message: 'Happy birthday!\nLove, Ada' };
    expect((await ada.get(`/api/orders/${orderId}`)).json().gift).toEqual(gift);
    const grace = await anAdmin();
    expect((await grace.get(`/api/admin/orders/${orderId}`)).json().gift).toEqual(gift);
    const path = `/gift/${giftToken({ orderId, version: 0 }, config.authSecret)}`;
    expect((await grace.get(`/api/admin/orders/packing?id=${orderId}`)).json()).toMatchObject([
      { id: orderId, gift: { ...gift, path } },
    ]);
    expect((await ada.get('/api/user/export')).json().orders[0].gift).toEqual(gift);
  });

  test('is for the recipient of the address by default, and other orders are no gifts', async () => {
    const named = await place({});
    const plain = await place();

    const read = async ({ ada, response }: typeof named) =>
      (await ada.get(`/api/orders/${response.json().placed.orderId}`)).json().gift;
    expect(await read(named)).toEqual({ recipient: 'Grace Hopper', message: '' });
    expect(await read(plain)).toBeNull();
  });

  test.each([
    ['message', { message: 'x'.repeat(301) }],
    ['recipient', { recipient: 'x'.repeat(101) }],
  ])('with a too long %s is rejected', async (field, gift) => {
    const { response } = await place(gift);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toMatchObject([{ field: `gift.${field}` }]);
  });

  test('has a gift receipt without prices; other orders have none', async () => {
    const { ada, response } = await place({ recipient: 'Mia', message: 'Hello' });
    const plain = await place();
    const { orderId, number } = response.json().placed;

    const receipt = await ada.get(`/api/orders/${orderId}/gift-receipt`);

    expect(receipt.json()).toMatchObject({ number, recipient: 'Mia', message: 'Hello', items: [{ quantity: 1 }] });
    expect(priceFields(receipt.json())).toEqual([]);
    const none = await plain.ada.get(`/api/orders/${plain.response.json().placed.orderId}/gift-receipt`);
    expect(none.json()).toMatchObject({ status: 404, code: 'no_gift' });
    const { ada: stranger } = await place();
    expect((await stranger.get(`/api/orders/${orderId}/gift-receipt`)).json().code).toBe('order_not_found');
  });

  test('shows no prices to those who track it by number and email address: the recipient may know both', async () => {
    const { ada, response } = await place({ recipient: 'Mia', message: '' });
    const { number } = response.json().placed;

    const tracked = await guest.post('/api/track-order', { number, email: ada.email });

    expect(tracked.json()).toMatchObject({ number, status: 'pending', items: [{ quantity: 1 }] });
    expect(priceFields(tracked.json())).toEqual([]);
  });
});

describe('the recipient of a gift', () => {
  test('sees the items and their other sizes, and no prices', async () => {
    const { token, number, larger } = await aGift(shop);

    const response = await guest.get(`/api/gifts/${token}`);

    expect(response.json()).toMatchObject({
      number,
      recipient: 'Mia',
      blocked: null,
      items: [{ name: 'Dress', options: { Size: '1' }, quantity: 1, returnable: 1 }],
      exchanges: [],
    });
    const [item] = response.json<GiftPage>().items;
    expect(item?.exchanges.map(({ variantId }) => variantId)).toContain(larger);
    expect(priceFields(response.json())).toEqual([]);
    expect(response.headers['cache-control']).toContain('no-store');
  });

  test('exchanges an item: the size is reserved, and the emails go to the address entered', async () => {
    const gift = await aGift(shop);
    const { ada, orderId, token, larger } = gift;

    const response = await requestExchange(shop, gift, { email: 'Mia@Example.com' });

    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ exchanges: [{ status: 'requested', items: ['1 × Dress, 1, for 3'] }] });
    expect(priceFields(response.json())).toEqual([]);
    expect(await unitsOf(shop, larger)).toMatchObject({ available: 4, reserved: 1 });
    const { returns } = await returnOptions(ada, orderId);
    expect(returns).toMatchObject([{ byRecipient: true, lines: [{ outcome: 'exchange', refund: 0 }] }]);
    expect(JSON.stringify(returns)).not.toContain('mia@example.com');
    const notices = (await ada.get('/api/notifications')).json();
    expect(JSON.stringify(notices)).toContain(giftExchangeMessages.requestedByRecipient(gift.number));

    const grace = await anAdmin();
    const [{ id = '', lines = [] } = {}] = returns;
    await takeStep(grace, id, 'decision', { decision: 'authorized', instructions: '' });
    await takeStep(grace, id, 'receipt', { lines: [{ id: lines[0]?.id, restocked: 1, writtenOff: 0 }] });
    expect((await takeStep(grace, id, 'exchange', { carrier: 'UPS' })).statusCode).toBe(200);

    const { rows } = await sql.query(
      `select kind, payload ->> 'event' as event, user_id from email_messages where to_email = $1 order by id`,
      ['mia@example.com'],
    );
    const events = ['requested', 'authorized', 'received', 'exchange_shipped'];
    expect(rows).toEqual(events.map((event) => ({ kind: 'gift_exchange', event, user_id: null })));
    const toAda = await sql.query(`select from email_messages where order_id = $1 and kind = 'return_update'`, [
      orderId,
    ]);
    expect(toAda.rowCount).toBe(0);
    expect((await guest.get(`/api/gifts/${token}`)).json()).toMatchObject({
      exchanges: [{ status: 'completed', shipment: { carrier: 'UPS' } }],
    });
    expect((await grace.get(`/api/admin/returns/${id}`)).json().recipientEmail).toBe('mia@example.com');
  });

  test('is notified by email and on the page that the customer cancelled the exchange, or why staff declined it', async () => {
    const [cancelled, declined] = [await aGift(shop), await aGift(shop)];
    const grace = await anAdmin();
    await requestExchange(shop, cancelled, { email: 'mia.c@example.com' });
    await requestExchange(shop, declined, { email: 'mia.d@example.com' });
    const returnOf = async ({ ada, orderId }: typeof declined) =>
      (await returnOptions(ada, orderId)).returns[0]?.id ?? '';
    const cancellation = `/api/orders/${cancelled.orderId}/returns/${await returnOf(cancelled)}/cancellation`;

    expect((await cancelled.ada.post(cancellation, undefined, keyed())).statusCode).toBe(200);
    expect((await cancelled.ada.post(cancellation, undefined, keyed())).statusCode).toBe(200);
    await takeStep(grace, await returnOf(declined), 'decision', { decision: 'declined', reason: 'It was worn.' });

    const read = async ({ token }: typeof declined) => (await guest.get(`/api/gifts/${token}`)).json().exchanges;
    expect(await read(cancelled)).toMatchObject([{ status: 'cancelled', declineReason: null }]);
    expect(await read(declined)).toMatchObject([{ status: 'declined', declineReason: 'It was worn.' }]);
    const emailsTo = async (email: string) => {
      const { rows } = await sql.query<{ subject: string; event: string }>(
        `select subject, payload ->> 'event' as event from email_messages where to_email = $1 order by id`,
        [email],
      );
      return rows;
    };
    expect(await emailsTo('mia.c@example.com')).toMatchObject([
      { event: 'requested' },
      { event: 'cancelled', subject: 'Your exchange was cancelled' },
    ]);
    expect(await emailsTo('mia.d@example.com')).toMatchObject([{ event: 'requested' }, { event: 'declined' }]);
  });

  test('is notified that the size is sold out when the exchange arrives late; the refund is the customer’s', async () => {
    const gift = await aGift(shop);
    const { ada, orderId, larger } = gift;
    const grace = await anAdmin();
    await requestExchange(shop, gift, { email: 'mia.s@example.com' });
    const [{ id = '', lines = [] } = {}] = (await returnOptions(ada, orderId)).returns;
    await takeStep(grace, id, 'decision', { decision: 'authorized', instructions: '' });
    await sql.query(`update returns set expires_at = now() - interval '1 minute' where id = $1`, [id]);
    await expireReturns(db, (error) => {
      throw error;
    });
    await sql.query('update stock set available = 0, received = 0 where variant_id = $1', [larger]);

    await takeStep(grace, id, 'receipt', { lines: [{ id: lines[0]?.id, restocked: 1, writtenOff: 0 }] });
    const refunded = await takeStep(grace, id, 'refund', { method: 'cash' });

    expect(refunded.statusCode).toBe(200);
    expect((await returnOptions(ada, orderId)).returns).toMatchObject([{ status: 'completed' }]);
    const { rows } = await sql.query(
      `select to_email, kind, payload, subject from email_messages
        where order_id = $1 and payload ->> 'event' in ('received', 'refunded') order by id`,
      [orderId],
    );
    expect(rows).toMatchObject([
      { to_email: 'mia.s@example.com', kind: 'gift_exchange', payload: { event: 'received', outcomes: ['refund'] } },
      { to_email: ada.email, kind: 'return_update', payload: { event: 'refunded' } },
    ]);
    expect(priceFields(rows[0])).toEqual([]);
  });

  test('cancelling their own return, the customer gets no email about it', async () => {
    const { ada, orderId, orderItemId } = await aGift(shop);
    await requestReturn(ada, orderId, [{ orderItemId }]);
    const [own] = (await returnOptions(ada, orderId)).returns;

    await ada.post(`/api/orders/${orderId}/returns/${own?.id}/cancellation`, undefined, keyed());

    const { rows } = await sql.query(
      `select payload ->> 'event' as event from email_messages
        where order_id = $1 and kind in ('gift_exchange', 'return_update')`,
      [orderId],
    );
    expect(rows).toEqual([{ event: 'requested' }]);
  });

  test('requests one exchange, however often the request comes', async () => {
    const gift = await aGift(shop, { quantity: 2 });
    const [key, email] = [randomUUID(), 'mia@example.org'];

    const [first, second] = await Promise.all([
      requestExchange(shop, gift, { key, email }),
      requestExchange(shop, gift, { key, email }),
    ]);

    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json<GiftPage>().exchanges).toHaveLength(1);
  });

  test('cannot exchange for a size at another price, of another product, or one that is sold out', async () => {
    const gift = await aGift(shop);
    const { variantId: other } = await aVariant(shop);
    await sql.query('update variants set price_difference_cents = 500 where id = $1', [gift.smaller]);

    const codes = [];
    for (const variantId of [gift.smaller, other, gift.soldOut])
      codes.push((await requestExchange(shop, gift, { variantId })).json().code);

    expect(codes).toEqual(['items_not_returnable', 'items_not_returnable', 'size_sold_out']);
  });

  test('cannot exchange before the delivery or after the time for returns, nor see that it was refunded', async () => {
    const [early, late, refunded] = [await aGift(shop, { status: 'shipped' }), await aGift(shop), await aGift(shop)];
    await sql.query(
      `update order_status_history set created_at = created_at - interval '31 days' where order_id = $1`,
      [late.orderId],
    );
    await sql.query(`update orders set payment_status = 'refunded' where id = $1`, [refunded.orderId]);

    const [seen, refusals] = [[] as string[], [] as string[]];
    for (const gift of [early, late, refunded]) {
      const { blocked, code } = (await guest.get(`/api/gifts/${gift.token}`)).json();
      seen.push(blocked ?? code);
      refusals.push((await requestExchange(shop, gift)).json().code);
    }

    expect(seen).toEqual(['not_delivered', 'gift_link_expired', 'nothing_left']);
    expect(refusals).toEqual(['return_not_allowed', 'gift_link_expired', 'return_not_allowed']);
    await sql.query(`update orders set payment_status = 'paid' where id = $1`, [refunded.orderId]);
  });

  test('needs the token of a gift: that of another order finds nothing', async () => {
    const ada = await aShopper();
    const { variantId } = await aVariant(shop);
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status: 'delivered' });

    const response = await guest.get(`/api/gifts/${giftToken({ orderId: id, version: 0 }, config.authSecret)}`);

    expect(response.json()).toMatchObject({ status: 404, code: 'gift_not_found' });
  });

  test('the account that has the address can export the exchange, and deleting it removes the address', async () => {
    const gift = await aGift(shop);
    const mia = await aShopper({ password: 'correct horse battery' });
    await requestExchange(shop, gift, { email: mia.email });

    expect((await mia.get('/api/user/export')).json().giftExchanges).toMatchObject([{ email: mia.email }]);
    const deleted = await mia.post('/api/user/deletion', { password: 'correct horse battery' });

    expect(deleted.statusCode).toBeLessThan(300);
    const { rowCount } = await sql.query('select from returns where recipient_email = $1', [mia.email]);
    expect(rowCount).toBe(0);
  });
});

test('the emails to the recipient of a gift are deleted with the account of the customer', async () => {
  const gift = await aGift(shop);
  const email = 'mia.erased@example.com';
  await requestExchange(shop, gift, { email });
  const [{ id = '' } = {}] = (await returnOptions(gift.ada, gift.orderId)).returns;
  await takeStep(await anAdmin(), id, 'decision', { decision: 'declined', reason: 'Dear Mia, this dress was worn.' });
  const toMia = () => sql.query('select from email_messages where to_email = $1', [email]);
  expect((await toMia()).rowCount).toBe(2);

  await db.transaction(async (tx) => {
    const user = await tx.run(lockUser(gift.ada.id));
    if (user) await eraseAccount(tx, user);
  });

  expect((await toMia()).rowCount).toBe(0);
});
