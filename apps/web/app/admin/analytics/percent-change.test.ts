import { expect, test } from 'vitest';
import { percentChange } from './percent-change.ts';

test('percentChange returns percent, and null without a figure to compare with', () => {
  expect([percentChange(150, 100), percentChange(0, 4), percentChange(5, 0), percentChange(null, 1)]).toEqual([
    50,
    -100,
    null,
    null,
  ]);
});
