import { randomUUID } from 'node:crypto';
import { effectSentence } from '@shop/contracts/effects/messages';
import { DryRun } from '@shop/contracts/effects/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { fingerprintWithoutCounts } from '#test/fingerprint.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { aShopper, anAdmin, db, sql } = shop;
const [ada, grace] = await Promise.all([aShopper(), anAdmin()]);

test('a dry run of a refund says what it does, and stores nothing', async () => {
  const { variantId } = await aVariant(shop, { price: 100 });
  const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 2 }] });
  const before = await fingerprintWithoutCounts(sql);

  const response = await grace.post(`/api/admin/orders/${id}/refunds/dry-run`, { amount: 1.5, reason: 'Late' });

  expect(DryRun.parse(response.json()).effects).toContainEqual(
    expect.objectContaining({ kind: 'refund', amountMinor: 150, customer: 'Ada Lovelace' }),
  );
  expect(await fingerprintWithoutCounts(sql)).toEqual(before);
});

test('a dry run is rejected for the same reasons as the write', async () => {
  const { variantId } = await aVariant(shop, { price: 100 });
  const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 2 }] });
  const wim = await anAdmin({ role: 'packer' });
  const path = `/api/admin/orders/${id}/refunds/dry-run`;

  expect((await grace.post(path, { amount: 1_000_000, reason: 'Late' })).json().code).toBe('refund_too_large');
  expect((await grace.post(path, { amount: -1, reason: 'Late' })).statusCode).toBe(422);
  expect((await wim.post(path, { amount: 1, reason: 'Late' })).statusCode).toBe(403);
});

test('a dry run uses up no idempotency key, and is answered after the write with the same key', async () => {
  const { variantId } = await aVariant(shop, { price: 100 });
  const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 2 }] });
  const path = `/api/admin/orders/${id}/refunds`;
  const send = (url: string) => grace.post(url, { amount: 1.5, reason: 'Late' }, { 'idempotency-key': `refund ${id}` });

  const responses = [await send(`${path}/dry-run`), await send(path), await send(`${path}/dry-run`)];

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(responses[2]?.json()).toEqual(responses[0]?.json());
});

const sentenceOf = (response: LightMyRequestResponse) => effectSentence(DryRun.parse(response.json()).effects);

describe('a dry run of a status says', () => {
  test('that a cancellation refunds, writes shipped units off and returns the others, with both emails', async () => {
    const { variantId } = await aVariant(shop, { price: 100 });
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 3 }] });
    const { rows } = await sql.query('select id from order_lines where order_id = $1', [id]);
    const items = [{ orderItemId: rows[0].id, quantity: 2 }];
    await grace.post(`/api/admin/orders/${id}/shipments`, { items }, { 'idempotency-key': `ship ${id}` });

    const response = await grace.put(`/api/orders/${id}/status/dry-run`, { status: 'cancelled' });

    expect(sentenceOf(response)).toMatch(
      /^₹[\d,.]+ is refunded to Ada Lovelace, 1 unit is returned to stock, 2 units are written off, 1 order becomes Cancelled, 2 emails are sent\.$/,
    );
  });

  test('that setting a partially shipped order back discards its shipments', async () => {
    const { variantId } = await aVariant(shop, { price: 100 });
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status: 'shipped' });

    const response = await grace.put(`/api/orders/${id}/status/dry-run`, { status: 'processing' });

    expect(sentenceOf(response)).toBe('1 order becomes Processing, 1 shipment is deleted, 1 email is sent.');
  });

  test('why an order cannot be reopened', async () => {
    const { variantId } = await aVariant(shop, { quantities: [1] });
    const items = [{ variantId, quantity: 1 }];
    const { id } = await anOrder(db, { of: ada, items, status: 'cancelled' });
    await anOrder(db, { of: ada, items });

    const response = await grace.put(`/api/orders/${id}/status/dry-run`, { status: 'pending' });

    expect(response.json()).toMatchObject({
      code: 'no_stock',
      message: orderMessages.statusRejected,
      errors: [{ field: 'status', message: orderMessages.statusRejections.no_stock }],
    });
  });
});

test('a dry run counts no email to a customer who has turned order emails off', async () => {
  const bob = await aShopper({ name: 'Bob' });
  await sql.query('update users set wants_order_emails = false where id = $1', [bob.id]);
  const { variantId } = await aVariant(shop);
  const { id } = await anOrder(db, { of: bob, items: [{ variantId, quantity: 1 }] });

  const response = await grace.put(`/api/orders/${id}/status/dry-run`, { status: 'processing' });

  expect(sentenceOf(response)).toBe('1 order becomes Processing, 1 notification is sent.');
});

describe('a dry run of many orders', () => {
  test('counts those that cannot change as skipped', async () => {
    const { variantId } = await aVariant(shop, { quantities: [2] });
    const items = [{ variantId, quantity: 1 }];
    const orderIds = [];
    for (let index = 0; index < 3; index += 1)
      orderIds.push((await anOrder(db, { of: ada, items, status: 'cancelled' })).id);

    const response = await grace.post('/api/admin/order-batches/dry-run', { orderIds, status: 'pending' });

    expect(sentenceOf(response)).toBe(
      '2 orders were refunded: nothing will be paid for them. 2 units are taken from stock, 2 orders become Pending, ' +
        '1 order can’t be changed, 2 emails are sent.',
    );
  });

  test('of a file with an error has no effects, and one of too many orders is rejected', async () => {
    const { variantId } = await aVariant(shop);
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
    const send = (csv: string) => grace.post('/api/admin/order-imports/dry-run', { csv, apply: true });
    const orderIds = Array.from({ length: 501 }, () => randomUUID());

    expect(sentenceOf(await send(`Order ID,Status\n${id},lost`))).toBe('Nothing changes.');
    expect(sentenceOf(await send(`Order ID,Status\n${id},processing`))).toBe(
      '1 order becomes Processing, 1 email is sent.',
    );
    const tooMany = await grace.post('/api/admin/order-batches/dry-run', { orderIds, status: 'shipped' });
    expect(tooMany.json()).toMatchObject({ status: 422, code: 'dry_run_too_large' });
  });

  test('is rejected for more than 50 orders if one is reopened: their stock would be locked for seconds', async () => {
    const { variantId } = await aVariant(shop);
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status: 'cancelled' });
    const orderIds = [id, ...Array.from({ length: 50 }, () => randomUUID())];
    const send = (status: string) => grace.post('/api/admin/order-batches/dry-run', { orderIds, status });

    expect((await send('pending')).json()).toMatchObject({ status: 422, code: 'dry_run_too_large' });
    expect(sentenceOf(await send('cancelled'))).toBe('Nothing changes.');
  });
});
