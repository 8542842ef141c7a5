import { basisPoints, cents, minor } from '@shop/contracts/common/money';
import { describe, expect, test } from 'vitest';
import type { OpenCheckout } from './queries.ts';
import type { CheckoutTerms, NewCheckout } from './rules.ts';
import { decideStart } from './start-rules.ts';

const terms: CheckoutTerms = {
  paymentMethod: 'card',
  addressId: 'a',
  shippingAddress: { name: '', line1: '', line2: null, city: '', state: '', postalCode: '', country: 'India' },
  shippingMethod: 'standard',
  gift: null,
  discountCodeId: null,
  discountCode: null,
  discountBp: basisPoints(0),
  taxBp: basisPoints(0),
  subtotalCents: cents(5_000),
  taxCents: cents(0),
  shippingCents: cents(0),
  discountCents: cents(0),
  totalCents: cents(5_000),
  chargeMinor: minor(5_000),
  chargeCurrency: 'INR',
  chargeRate: 1,
};
const ring = {
  variantId: 'v',
  productId: 'p',
  name: 'Ring',
  optionValues: {},
  image: null,
  unitPriceCents: cents(5_000),
  quantity: 1,
};
const promise = { earliest: '2026-03-01', latest: '2026-03-03', dispatchBy: '2026-02-27' };
const newCheckout: NewCheckout = { id: 'new', userId: 'u', cartId: 'c', cartVersion: 1, terms, promise, lines: [ring] };
const previous: OpenCheckout = {
  id: 'previous',
  cartVersion: 1,
  alive: true,
  providerOrderId: 'order',
  requestInProgress: false,
  requestedBefore: true,
  codeUsedUp: false,
  hasPayments: false,
  terms,
  lines: [ring],
  promise,
};
const limits = { unitsPerVariant: 5, units: 10, clientUnits: 20, openCheckouts: 2, unpaidOrders: 1 };
const read: Parameters<typeof decideStart>[1] = {
  previous: [],
  store: { limits, paymentCurrency: 'INR', paymentRateStatus: 'confirmed' },
  unpaid: { openCheckouts: 0, unpaidOrders: 0, units: [] },
  clientUnits: [],
  expiredPause: undefined,
  orderPause: undefined,
};
const withTerms = (change: Partial<CheckoutTerms>) => ({ ...newCheckout, terms: { ...terms, ...change } });
const decide = (checkout: NewCheckout, more: object = {}) => decideStart(checkout, { ...read, ...more });
const rejected = (code: string) => expect.objectContaining({ code });

describe('a checkout that starts', () => {
  test('is reserved until it is paid, or placed at once if nothing is to be paid online', () => {
    expect(decide(newCheckout)).toEqual({ becomes: 'reserved', reusable: undefined });
    expect(decide(withTerms({ paymentMethod: 'cod' }))).toEqual({ becomes: 'placed' });
    expect(decide(withTerms({ totalCents: cents(0) }))).toEqual({ becomes: 'placed' });
  });

  test('on the same terms resumes the previous one, also when the limits are reached', () => {
    const unpaid = { ...read.unpaid, openCheckouts: 2 };
    expect(decide(newCheckout, { previous: [previous], unpaid })).toEqual({ becomes: 'resumed', previous });
    expect(decide(newCheckout, { previous: [{ ...previous, alive: false }] })).toMatchObject({ becomes: 'reserved' });
  });

  test('does not resume one whose code is used up, or that another process is opening', () => {
    expect(() => decide(newCheckout, { previous: [{ ...previous, codeUsedUp: true }] })).toThrow(
      rejected('discount_invalid'),
    );
    const opening = { ...previous, providerOrderId: null, requestInProgress: true };
    expect(() => decide(newCheckout, { previous: [opening] })).toThrow(rejected('in_progress'));
  });

  test('of the same charge is paid by the provider order of the previous one, until a payment is reported', () => {
    const gift = withTerms({ gift: { recipient: 'Mia', message: '' } });
    expect(decide(gift, { previous: [previous] })).toEqual({ becomes: 'reserved', reusable: previous });
    expect(decide(gift, { previous: [{ ...previous, hasPayments: true }] })).toEqual({
      becomes: 'reserved',
      reusable: undefined,
    });
    // It opens none at the provider.
    const orderPause = { seconds: 60 };
    expect(decide(gift, { previous: [previous], orderPause })).toMatchObject({ reusable: previous });
    expect(() => decide(gift, { orderPause })).toThrow(rejected('too_many_orders'));
  });

  test('waits after too many that expired, unless it is paid in cash', () => {
    const expiredPause = { seconds: 60 };
    expect(() => decide(newCheckout, { expiredPause })).toThrow(rejected('too_many_expired'));
    expect(decide(withTerms({ paymentMethod: 'cod' }), { expiredPause })).toEqual({ becomes: 'placed' });
  });

  test.each([
    ['open checkouts', 'card', { openCheckouts: 2 }, 'order_limit'],
    ['unpaid orders', 'cod', { unpaidOrders: 1 }, 'order_limit'],
    ['units of a variant', 'cod', { units: [{ scope: 'address', variantId: 'v', units: 5 }] }, 'unit_limit'],
    ['units', 'card', { units: [{ scope: 'customer', variantId: 'w', units: 10 }] }, 'unit_limit'],
  ] as const)('is rejected at the limit of %s', (_limit, paymentMethod, unpaid, code) => {
    const use = { unpaid: { ...read.unpaid, ...unpaid } };
    expect(() => decide(withTerms({ paymentMethod }), use)).toThrow(rejected(code));
  });

  test('is rejected while an owner has not decided on the exchange rate, but not in cash', () => {
    const store = { ...read.store, paymentRateStatus: 'unconfirmed' };
    expect(() => decide(newCheckout, { store })).toThrow(rejected('online_payment_off'));
    expect(decide(withTerms({ paymentMethod: 'cod' }), { store })).toEqual({ becomes: 'placed' });
  });
});
