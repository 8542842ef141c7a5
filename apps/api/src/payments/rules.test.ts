import { minor } from '@shop/contracts/common/money';
import { describe, expect, test } from 'vitest';
import { DomainError } from '#platform/errors.ts';
import { assertRefundable, differenceBetween, furthest, rateWarning, refundDifference } from './rules.ts';

const reported = <S extends string>(status: S) => ({ status, isVoided: false });
const voided = { status: 'refunded', isVoided: true } as const;

describe('the status of a payment', () => {
  test.each([
    [undefined, 'created', 'created'],
    ['created', 'captured', 'captured'],
    ['failed', 'captured', 'captured'],
    ['failed', 'authorized', 'authorized'],
    ['captured', 'failed', 'captured'],
    ['captured', 'authorized', 'captured'],
    ['captured', 'created', 'captured'],
    ['refunded', 'captured', 'refunded'],
    ['authorized', 'failed', 'authorized'],
  ] as const)('stored as %s and reported as %s becomes %s', (before, now, expected) => {
    expect(furthest(before, reported(now))).toBe(expected);
  });

  test('does not become refunded by a report of the provider', () => {
    expect(furthest('captured', reported('refunded'))).toBe('captured');
    expect(furthest(undefined, reported('refunded'))).toBe('captured');
    expect(furthest('refunded', reported('refunded'))).toBe('refunded');
  });

  test('becomes failed when the provider refunds it uncaptured', () => {
    for (const before of [undefined, 'created', 'failed', 'authorized'] as const)
      expect(furthest(before, voided)).toBe('failed');
    expect(furthest('captured', voided)).toBe('captured');
    expect(furthest('refunded', voided)).toBe('refunded');
  });
});

describe('the records of provider and store', () => {
  const captured = { status: 'captured', isVoided: false, amountMinor: minor(100), currency: 'INR' } as const;
  const refunded = { ...captured, status: 'refunded' } as const;
  const failed = { ...captured, status: 'failed' } as const;

  test.each([
    ['agree', captured, captured, undefined],
    ['agree on a refunded payment', refunded, refunded, undefined],
    ['agree on the payment whatever was refunded', captured, refunded, undefined],
    ['agree on the payment before a refund of it is recorded', refunded, captured, undefined],
    ['need not both contain a failed attempt', failed, undefined, undefined],
    ['agree on a payment that was never captured', { ...captured, ...voided }, undefined, undefined],
    ['differ by a payment missing in the store', captured, undefined, 'missed'],
    ['differ by a payment recorded as failed in the store', captured, failed, 'missed'],
    ['differ by the amount', { ...captured, amountMinor: minor(99) }, captured, 'amount_differs'],
    ['differ by the currency', { ...captured, currency: 'EUR' }, captured, 'amount_differs'],
  ] as const)('%s', (_title, theirs, ours, kind) => {
    expect(differenceBetween(theirs, ours)).toBe(kind);
  });

  test.each([
    ['agree that nothing was refunded', 0, 0, 0, undefined],
    ['agree on what was refunded', 50, 50, 50, undefined],
    ['agree while a refund of today is not at the provider yet', 0, 50, 0, undefined],
    ['differ by a refund missing in the store, however recent', 50, 0, 0, 'refunded_elsewhere'],
    ['differ by a refund of yesterday missing at the provider', 0, 50, 50, 'refund_missing'],
  ] as const)('%s', (_title, theirs, ours, overDayAgo, kind) => {
    const recorded = { refundedMinor: minor(ours), refundedOverDayAgoMinor: minor(overDayAgo) };
    expect(refundDifference({ refundedMinor: minor(theirs) }, recorded)).toBe(kind);
  });
});

describe('the amount of a refund', () => {
  test.each([
    [100, 100, 'INR', 'made'],
    [100, 200, 'INR', 'made'],
    [99, 99, 'INR', 'refund_too_small'],
    [100, 199, 'INR', 'made'],
    [201, 200, 'INR', 'refund_too_large'],
    [1, 2, 'JPY', 'made'],
    [1_000, 2_000, 'KWD', 'made'],
    [990, 2_000, 'KWD', 'refund_too_small'],
    [1_010, 2_000, 'KWD', 'made'],
  ])('of %d with %d %s remaining: %s', (amount, remaining, currency, expected) => {
    const attempt = () => {
      try {
        assertRefundable(minor(amount), minor(remaining), currency);
        return 'made';
      } catch (error) {
        return error instanceof DomainError ? error.code : error;
      }
    };
    expect(attempt()).toBe(expected);
  });
});

test('a rate that no owner has decided on gives a warning, and no other rate does', () => {
  const rate = { paymentCurrency: 'INR', paymentRate: 1 };
  expect(rateWarning({ ...rate, paymentRateStatus: 'unconfirmed' })).toBe(
    'no online payments are taken, because a price of $1 is charged as 1 INR',
  );
  expect(rateWarning({ ...rate, paymentRateStatus: 'assumed' })).toBe('a price of $1 is charged as 1 INR');
  expect(rateWarning({ ...rate, paymentRateStatus: 'confirmed' })).toBeUndefined();
  expect(rateWarning({ paymentCurrency: 'USD', paymentRate: 1, paymentRateStatus: 'unconfirmed' })).toBeUndefined();
});
