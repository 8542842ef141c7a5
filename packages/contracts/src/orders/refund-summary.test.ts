import { expect, test } from 'vitest';
import { refundsInCents } from './refund-summary.ts';

const refund = (amount: number, status: 'pending' | 'processed' | 'failed' = 'processed') => ({
  id: `${amount}`,
  amount,
  status,
  at: '2026-11-10T11:20:00.000Z',
});
const order = { totalCents: 62_565, chargeMinor: 5_255_460 };

test('a part of the charge is the same part of the total', () => {
  const { refunds, paidAfterCents } = refundsInCents({ ...order, refunds: [refund(718_704)] });

  expect([refunds.map(({ cents }) => cents), paidAfterCents]).toEqual([[8_556], 54_009]);
});

test('refunds that add up to the charge add up to the total, whatever the rounding', () => {
  const refunds = [refund(1), refund(2_627_729), refund(2_627_730)];

  const converted = refundsInCents({ ...order, refunds });

  expect(converted.refunds.reduce((sum, { cents }) => sum + cents, 0)).toBe(order.totalCents);
  expect(converted.paidAfterCents).toBe(0);
});

test('a failed refund does not count, one in progress does', () => {
  const { refunds, paidAfterCents } = refundsInCents({
    ...order,
    refunds: [refund(718_704, 'failed'), refund(718_704, 'pending')],
  });

  expect([refunds.length, paidAfterCents]).toEqual([1, 54_009]);
});

test('an order without a charge has nothing to convert', () => {
  expect(refundsInCents({ totalCents: 0, chargeMinor: 0, refunds: [refund(5)] }).paidAfterCents).toBe(0);
});
