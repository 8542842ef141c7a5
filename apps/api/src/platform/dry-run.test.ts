import { minor } from '@shop/contracts/common/money';
import { effectSentence, fullEffectSentence, refundedSum } from '@shop/contracts/effects/messages';
import { expect, test } from 'vitest';
import { isDryRun, mergeEffects, recordEffect, recordUnlessFailed, runDry } from './dry-run.ts';

test('a dry run returns the recorded effects, added up and in the order of the schema', async () => {
  const effects = await runDry(async () => {
    recordEffect({ kind: 'email', count: 1 });
    recordEffect({ kind: 'stock', change: 'written_off', units: 1 });
    await Promise.resolve();
    recordEffect({ kind: 'stock', change: 'written_off', units: 2 });
    recordEffect({ kind: 'stock', change: 'returned', units: 0 });
    recordEffect({ kind: 'refund', amountMinor: minor(65_700), currency: 'INR', customer: 'Mia' });
  });

  expect(effects).toEqual([
    { kind: 'refund', amountMinor: 65_700, currency: 'INR', customer: 'Mia' },
    { kind: 'stock', change: 'written_off', units: 3 },
    { kind: 'email', count: 1 },
  ]);
  expect(effectSentence(effects)).toBe('₹657.00 is refunded to Mia, 3 units are written off, 1 email is sent.');
});

test('effects outside a dry run are not recorded', () => {
  recordEffect({ kind: 'email', count: 1 });

  expect(isDryRun()).toBe(false);
  expect(mergeEffects([])).toEqual([]);
  expect(effectSentence([])).toBe('Nothing changes.');
});

test('more than two refunds are one sum per currency', () => {
  const refund = (customer: string, currency: string) => ({
    kind: 'refund' as const,
    amountMinor: minor(100),
    currency,
    customer,
  });

  expect(effectSentence([refund('Mia', 'INR'), refund('Ada', 'INR'), refund('Bo', 'USD')])).toBe(
    '₹2.00 is refunded to 2 customers, $1.00 is refunded to Bo.',
  );
});

test('notifications are left out beside as many emails, but not of a campaign', () => {
  const effects = [
    { kind: 'email', count: 3 },
    { kind: 'notification', count: 2 },
  ] as const;

  expect(effectSentence(effects)).toBe('3 emails are sent.');
  expect(fullEffectSentence(effects)).toBe('3 emails are sent, 2 notifications are sent.');
});

test('products that are moved name their category', () => {
  expect(
    effectSentence([
      { kind: 'product', change: 'moved', count: 14, to: 'Evening Wear' },
      { kind: 'deleted', what: 'category', count: 1 },
      { kind: 'redirect', count: 1 },
    ]),
  ).toBe('14 products are moved to Evening Wear, 1 category is deleted, 1 redirect is created.');
});

test('a deleted product names what can no longer be used', () => {
  expect(
    effectSentence([
      { kind: 'product', change: 'deleted', count: 1 },
      { kind: 'affected', what: 'cart_item', count: 3 },
      { kind: 'affected', what: 'wishlist_item', count: 1 },
      { kind: 'affected', what: 'stock_alert', count: 2 },
    ]),
  ).toBe(
    '1 product is deleted, 3 cart items become unavailable, 1 wishlist item is hidden, ' +
      '2 back-in-stock alerts are put on hold.',
  );
});

test.each([
  [100, 100, 'Orders with GIFT cost nothing but shipping and tax, up to 100 times in total.'],
  [100, 1, 'Orders with GIFT cost nothing but shipping and tax, 1 time in total.'],
  [60, null, 'Orders with GIFT get 60% off, without a limit.'],
])('a discount code of %i %% with the limit %s says what its orders cost', (percent, usageLimit, sentence) => {
  expect(effectSentence([{ kind: 'discount_code', code: 'GIFT', percent, usageLimit }])).toBe(sentence);
});

test('effects of failed work are not recorded', async () => {
  const effects = await runDry(async () => {
    await recordUnlessFailed(async () => recordEffect({ kind: 'email', count: 1 }));
    const failed = recordUnlessFailed(async () => {
      recordEffect({ kind: 'email', count: 5 });
      throw new Error('No stock.');
    });
    await expect(failed).rejects.toThrow('No stock.');
  });

  expect(effects).toEqual([{ kind: 'email', count: 1 }]);
});

test('a sentence mentions notifications only if there are more of them than emails', () => {
  const notified = (count: number) =>
    effectSentence([
      { kind: 'email', count: 1 },
      { kind: 'notification', count },
    ]);

  expect(notified(1)).toBe('1 email is sent.');
  expect(notified(2)).toBe('1 email is sent, 2 notifications are sent.');
});

test('the refunded sum is that of one currency', () => {
  const refund = (currency: string) => ({ kind: 'refund' as const, amountMinor: minor(150), currency, customer: null });

  expect(refundedSum([refund('INR'), refund('INR')])).toBe('₹3.00');
  expect(refundedSum([refund('INR'), refund('USD')])).toBeUndefined();
  expect(refundedSum([{ kind: 'email', count: 1 }])).toBeUndefined();
});
