import { expect, test } from 'vitest';
import { cents, minor } from '../common/money.ts';
import { refundsInCents } from './refund-summary.ts';

const refund = (amount: number, status: 'pending' | 'processed' | 'failed' = 'processed') => ({
  id: `${amount}`,
  amount: minor(amount),
  status,
  at: '2026-11-10T11:20:00.000Z',
});
const order = { totalCents: cents(62_565), chargeMinor: minor(5_255_460) };

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
  expect(refundsInCents({ totalCents: cents(0), chargeMinor: minor(0), refunds: [refund(5)] }).paidAfterCents).toBe(0);
});
