import { describe, expect, test } from 'vitest';
import { changedFields, decisionFor, type OptionValues, sizeAndFitOf, sizesOf } from './rules.ts';

const review = { rating: 5, comment: 'x' };

const BOUGHT: [what: string, lines: OptionValues[], sizes: string[]][] = [
  ['each size once, the latest first', [{ Size: 'M' }, { Size: 'S' }, { Size: 'M' }], ['M', 'S']],
  ['sizes of options by another name', [{ 'Ring size': 'US 7' }, { Waist: '28' }], ['US 7', '28']],
  ['no other options', [{ Color: 'Gold' }, {}], []],
  ['one size of a line with two', [{ Waist: '28', Length: '32' }], ['32']],
];

test.each(BOUGHT)('the sizes bought are %s', (_what, lines, sizes) => {
  expect(sizesOf(lines)).toEqual(sizes);
});

describe('size and fit of a review', () => {
  test('are the chosen size, or the latest one', () => {
    expect(sizeAndFitOf({ ...review, size: 'S', fit: 'small' }, ['M', 'S'])).toEqual({ size: 'S', fit: 'small' });
    expect(sizeAndFitOf(review, ['M', 'S'])).toEqual({ size: 'M', fit: null });
    expect(sizeAndFitOf(review, [])).toEqual({ size: null, fit: null });
  });

  test('are rejected for a size that was not bought, and for a product without sizes', () => {
    expect(() => sizeAndFitOf({ ...review, size: 'L' }, ['M'])).toThrow('Select a size you bought');
    expect(() => sizeAndFitOf({ ...review, fit: 'large' }, [])).toThrow('This product has no sizes');
  });
});

describe('a decision about a review', () => {
  const pending = { status: 'pending', reason: '' };
  const rejected = { status: 'rejected', reason: 'Not about the product.' };

  test.each([
    ['has the reason of a rejection', pending, { status: 'rejected', reason: 'Spam.' }, 'Spam.'],
    ['keeps the reason when it is repeated without one', rejected, { status: 'rejected' }, rejected.reason],
    ['can remove the reason', rejected, { status: 'rejected', reason: '' }, ''],
    ['has no reason when it approves', rejected, { status: 'approved', reason: 'Spam.' }, ''],
  ] as const)('%s', (_what, before, decision, reason) => {
    expect(decisionFor(before, decision)).toEqual({ status: decision.status, reason });
  });
});

test('changed fields are those that differ, with both values', () => {
  expect(changedFields({ a: 1, b: 2 }, { a: 1, b: 3 })).toEqual({ before: { b: 2 }, after: { b: 3 }, isChanged: true });
  expect(changedFields({ a: 1 }, { a: 1 }).isChanged).toBe(false);
});
