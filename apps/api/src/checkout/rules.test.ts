import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { basisPoints, cents, minor, plus } from '@shop/contracts/common/money';
import { describe, expect, test } from 'vitest';
import {
  type CheckoutTerms,
  decidePaymentOutcome,
  finalizeResultOf,
  isSameCheckout,
  placedOrderOf,
  termsOf,
} from './rules.ts';

const STORE = {
  taxBp: basisPoints(800),
  standardShippingCents: cents(999),
  expressShippingCents: cents(1_299),
  freeShippingOverCents: null,
  paymentCurrency: 'INR',
  paymentRate: 83.25,
};
const request = {
  paymentMethod: 'card',
  shippingMethod: 'standard',
  gift: null,
  addressId: 'a',
  shippingAddress: { name: '', line1: '', line2: null, city: '', state: '', postalCode: '', country: 'India' },
} as const;
const ring = {
  variantId: 'v',
  productId: 'p',
  name: 'Ring',
  optionValues: {},
  image: null,
  unitPriceCents: cents(5_000),
};

describe('checkout terms', () => {
  const terms = termsOf(
    [{ ...ring, quantity: 2 }],
    { id: 'c', code: 'CRYSTAL10', percentBp: basisPoints(1_000) },
    request,
    STORE,
  );

  test('CONST-011 CONST-015 contain everything the price depends on, and the charge in the payment currency', () => {
    expect(terms).toMatchObject({
      subtotalCents: 10_000,
      taxCents: 800,
      taxBp: 800,
      discountCents: 1_000,
      discountBp: 1_000,
      discountCode: 'CRYSTAL10',
      shippingCents: 999,
      totalCents: 10_799,
      chargeMinor: Math.round(10_799 * 83.25),
      chargeCurrency: 'INR',
      chargeRate: 83.25,
    });
  });

  test.each<[Partial<CheckoutTerms>]>([
    [{ paymentMethod: 'upi' }],
    [{ addressId: 'b' }],
    [{ shippingAddress: { ...request.shippingAddress, line1: 'Moved' } }],
    [{ chargeMinor: plus(terms.chargeMinor, minor(1)) }],
    [{ discountCode: null }],
  ])('differ with %o', (change) => {
    const agreed = { cartVersion: 1, terms, lines: [{ ...ring, quantity: 2 }] };

    expect(isSameCheckout(agreed, { ...agreed, terms: { ...terms } })).toBe(true);
    expect(isSameCheckout(agreed, { ...agreed, terms: { ...terms, ...change } })).toBe(false);
  });

  test('are not enough: version and lines of the cart count, in any order', () => {
    const [one, two] = [
      { ...ring, quantity: 1 },
      { ...ring, variantId: 'w', quantity: 1 },
    ];
    const agreed = { cartVersion: 1, terms, lines: [one, two] };

    expect(isSameCheckout(agreed, { ...agreed, lines: [two, one] })).toBe(true);
    expect(isSameCheckout(agreed, { ...agreed, cartVersion: 2 })).toBe(false);
    expect(isSameCheckout(agreed, { ...agreed, lines: [one, { ...two, quantity: 2 }] })).toBe(false);
    expect(isSameCheckout(agreed, { ...agreed, lines: [one, { ...two, unitPriceCents: cents(1) }] })).toBe(false);
  });
});

describe('a captured payment', () => {
  const checkout = {
    status: 'open',
    cartId: 'cart',
    chargeMinor: minor(100),
    chargeCurrency: 'INR',
    customerDeleted: false,
  } as const;
  const paid = { status: 'captured', amountMinor: minor(100), currency: 'INR' } as const;

  test.each([
    ['open', 'place'],
    ['expired', 'place_if_available'],
    ['cancelled', 'refund'],
    ['completed', 'refund'],
  ] as const)('of a checkout that is %s results in %s', (status, outcome) => {
    expect(decidePaymentOutcome({ ...checkout, status }, paid, [])).toBe(outcome);
  });

  test.each([
    [{ status: 'open', isNewer: true, sameVersion: true }, 'superseded'],
    [{ status: 'open', isNewer: true, sameVersion: false }, 'superseded'],
    [{ status: 'completed', isNewer: true, sameVersion: true }, 'superseded'],
    [{ status: 'completed', isNewer: true, sameVersion: false }, 'superseded'],
    [{ status: 'completed', isNewer: false, sameVersion: true }, 'superseded'],
    [{ status: 'completed', isNewer: false, sameVersion: false }, 'place_if_available'],
    [{ status: 'expired', isNewer: true, sameVersion: true }, 'place_if_available'],
    [{ status: 'cancelled', isNewer: true, sameVersion: true }, 'place_if_available'],
  ] as const)('of an expired checkout whose cart has another checkout %o results in %s', (sibling, outcome) => {
    expect(decidePaymentOutcome({ ...checkout, status: 'expired' }, paid, [sibling])).toBe(outcome);
    expect(
      decidePaymentOutcome({ ...checkout, status: 'expired' }, paid, [sibling, { ...sibling, status: 'expired' }]),
    ).toBe(outcome);
  });

  test('of an expired checkout whose cart was deleted is refunded', () => {
    expect(decidePaymentOutcome({ ...checkout, status: 'expired', cartId: null }, paid, [])).toBe('superseded');
  });

  test('of another amount or currency, or one refunded elsewhere, is left to staff', () => {
    expect(decidePaymentOutcome(checkout, { ...paid, amountMinor: minor(99) }, [])).toBe('amount_differs');
    expect(decidePaymentOutcome(checkout, { ...paid, amountMinor: minor(101) }, [])).toBe('amount_differs');
    expect(decidePaymentOutcome(checkout, { ...paid, currency: 'USD' }, [])).toBe('amount_differs');
    expect(decidePaymentOutcome(checkout, { ...paid, status: 'refunded' }, [])).toBe('refunded_elsewhere');
  });

  test('of a deleted customer is refunded', () => {
    expect(decidePaymentOutcome({ ...checkout, customerDeleted: true }, paid, [])).toBe('refund');
  });
});

describe('the response to a payment verification', () => {
  const row = { orderId: null, number: null, late: false };

  test('is the placed order, even if it was cancelled since', () => {
    const placed = { orderId: 'o', number: '1a2b3c4d' };
    expect(placedOrderOf(finalizeResultOf({ ...row, ...placed, status: 'captured' }))).toEqual(placed);
    // Cancelled and refunded since.
    expect(placedOrderOf(finalizeResultOf({ ...row, ...placed, status: 'refunded' }))).toEqual(placed);
  });

  test.each([
    [{ ...row, status: 'failed' }, checkoutMessages.paymentFailed],
    [{ ...row, status: 'created' }, checkoutMessages.confirming],
    [{ ...row, status: 'authorized' }, checkoutMessages.confirming],
    [{ ...row, status: 'captured' }, checkoutMessages.verificationFailed],
    [{ ...row, status: 'refunded', late: true }, checkoutMessages.refunded],
    [{ ...row, status: 'refunded' }, checkoutMessages.notNeeded],
  ] as const)('for %o is the error: %s', (finalized, message) => {
    expect(() => placedOrderOf(finalizeResultOf(finalized))).toThrow(message);
  });
});
