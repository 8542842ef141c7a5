import { basisPoints, minor } from '@shop/contracts/common/money';
import { expect, test } from 'vitest';
import { draftOf, missingChoices, requestOf, suggestedSize, summaryOf, withReason } from './return-draft.ts';

const size = (variantId: string, order: 'smaller' | 'larger', available: number) => ({
  variantId,
  options: { Size: variantId },
  available,
  size: order,
});
const ring = {
  orderItemId: 'ring',
  exchangeLineId: null,
  returnUntil: null,
  isTooLate: false,
  name: 'Ring',
  options: { Size: 'US 7' },
  image: null,
  price: 149,
  quantity: 2,
  returnable: 2,
  excluded: false,
  exchanges: [
    size('US 5', 'smaller', 1),
    size('US 6', 'smaller', 1),
    size('US 8', 'larger', 0),
    size('US 9', 'larger', 3),
  ],
};
const terms = {
  subtotal: 298,
  tax: 23.84,
  shipping: 9.99,
  discount: 0,
  total: 331.83,
  discountCode: null,
  taxBp: basisPoints(800),
  discountBp: basisPoints(0),
  charge: { amount: minor(33_183), currency: 'USD' },
  chargeRate: 1,
  paidOnline: true,
  refundable: minor(33_183),
  refundedPrice: 0,
};
const options = { items: [ring], terms };
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test('"Too small" suggests the next larger size in stock, "Too large" the next smaller one', () => {
  expect(suggestedSize(ring, 'too_small')?.variantId).toBe('US 9');
  expect(suggestedSize(ring, 'too_large')?.variantId).toBe('US 6');
  expect(suggestedSize(ring, 'changed_mind')).toBeUndefined();
});

test('another reason changes the suggested size, and one without a suggestion keeps the choice', () => {
  const draft = {
    chosen: true,
    quantity: 1,
    reason: 'too_small' as const,
    outcome: 'exchange' as const,
    variantId: 'US 9',
  };

  expect(withReason(ring, draft, 'too_large')).toMatchObject({ outcome: 'exchange', variantId: 'US 6' });
  expect(withReason(ring, draft, 'damaged')).toMatchObject({ reason: 'damaged', variantId: 'US 9' });
});

test('a form without scripts gets the suggestion, and requests it', () => {
  const draft = draftOf(formOf({ 'chosen:ring': 'on', 'reason:ring': 'too_small', comment: 'Hello' }), options);

  expect(requestOf(options, draft)).toEqual({
    items: [{ orderItemId: 'ring', quantity: 1, reason: 'too_small', outcome: 'exchange', variantId: 'US 9' }],
    comment: 'Hello',
  });
  expect(summaryOf(options, draft)).toMatchObject({ exchanges: [{ from: 'US 7', to: 'US 9' }], refund: { minor: 0 } });
});

test('a product without sizes is refunded', () => {
  const vase = { ...options, items: [{ ...ring, exchanges: [] }] };

  const draft = draftOf(formOf({ 'chosen:ring': 'on', 'reason:ring': 'changed_mind' }), vase);

  expect(requestOf(vase, draft)?.items).toMatchObject([{ outcome: 'refund' }]);
});

test('a product without sizes counts in the refund as soon as it is chosen', () => {
  const vase = { ...options, items: [{ ...ring, exchanges: [] }] };
  const chosen = { chosen: true, quantity: 1, reason: '' as const, outcome: '' as const, variantId: '' };

  expect(summaryOf(vase, { items: { ring: chosen }, comment: '' }).refund.total).toBe(160.92);
});

test('the first missing choice of an item is named, and items that are not chosen miss none', () => {
  expect(missingChoices(options, draftOf(formOf({ 'reason:ring': 'damaged' }), options))).toEqual({});
  expect(missingChoices(options, draftOf(formOf({ 'chosen:ring': 'on' }), options))).toEqual({
    'reason:ring': 'Reason is required',
  });
  const refund = { 'chosen:ring': 'on', 'reason:ring': 'damaged' };
  expect(missingChoices(options, draftOf(formOf(refund), options))).toEqual({
    'outcome:ring': 'Select a refund or another size',
  });
  expect(missingChoices(options, draftOf(formOf({ ...refund, 'outcome:ring': 'exchange' }), options))).toEqual({
    'variantId:ring': 'Select a size',
  });
});

test('the refund is that of the chosen units', () => {
  const fields = { 'chosen:ring': 'on', 'reason:ring': 'damaged', 'outcome:ring': 'refund' };

  expect(summaryOf(options, draftOf(formOf({ ...fields, 'quantity:ring': '2' }), options)).refund.total).toBe(321.84);
  expect(summaryOf(options, draftOf(formOf(fields), options)).refund.total).toBe(160.92);
});

test('an item received in exchange has choices of its own, beside those of the item as bought', () => {
  const exchanged = { ...ring, exchangeLineId: 'exchange', options: { Size: 'US 9' }, exchanges: [] };
  const both = { items: [ring, exchanged], terms };

  const draft = draftOf(formOf({ 'chosen:exchange': 'on', 'reason:exchange': 'too_large' }), both);

  expect(requestOf(both, draft)?.items).toEqual([
    { orderItemId: 'ring', exchangeLineId: 'exchange', quantity: 1, reason: 'too_large', outcome: 'refund' },
  ]);
});
