import { effectSentence } from '@shop/contracts/effects/messages';
import { expect, test } from 'vitest';
import { isDryRun, mergeEffects, recordEffect, runDry } from './effects.ts';

test('a dry run returns the recorded effects, added up and in the order of the schema', async () => {
  const effects = await runDry(async () => {
    recordEffect({ kind: 'email', count: 1 });
    recordEffect({ kind: 'stock', change: 'written_off', units: 1 });
    await Promise.resolve();
    recordEffect({ kind: 'stock', change: 'written_off', units: 2 });
    recordEffect({ kind: 'stock', change: 'returned', units: 0 });
    recordEffect({ kind: 'refund', amountMinor: 65_700, currency: 'INR', customer: 'Mia' });
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
    amountMinor: 100,
    currency,
    customer,
  });

  expect(effectSentence([refund('Mia', 'INR'), refund('Ada', 'INR'), refund('Bo', 'USD')])).toBe(
    '₹2.00 is refunded to 3 customers, $1.00 is refunded to 3 customers.',
  );
});
