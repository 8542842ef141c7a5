import { DryRun } from '@shop/contracts/effects/schema';
import { expect, test } from 'vitest';
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
