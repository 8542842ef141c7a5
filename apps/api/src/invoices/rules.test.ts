import { basisPoints, minor } from '@shop/contracts/common/money';
import { describe, expect, test } from 'vitest';
import { numberOf, supplyOf, taxesOf } from './rules.ts';

test('a number has its series and six digits or more', () => {
  expect(numberOf('INV-2026', 1)).toBe('INV-2026-000001');
  expect(numberOf('INV-2026', 1_234_567)).toBe('INV-2026-1234567');
});

describe('the taxes of an invoice', () => {
  const maharashtra = { country: 'India', region: 'Maharashtra' };

  test.each([
    ['CGST and SGST within the state of a seller in India', maharashtra, ' maharashtra ', 'India', ['cgst', 'sgst']],
    ['IGST in another state of India', maharashtra, 'Kerala', 'India', ['igst']],
    ['IGST for an export from India', maharashtra, 'Maharashtra', 'Nepal', ['igst']],
    ['one tax for any other seller', { country: 'Germany', region: 'Hesse' }, 'Hesse', 'Germany', ['tax']],
    ['one tax for a seller without a country', { country: '', region: '' }, '', 'India', ['tax']],
  ])('are %s', (_rule, seller, state, country, kinds) => {
    const taxes = taxesOf(minor(1_001), basisPoints(1_800), supplyOf(seller, { state, country }));

    expect(taxes.map(({ kind }) => kind)).toEqual(kinds);
    expect(taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(1_001);
    expect(taxes.reduce((sum, { percent }) => sum + percent, 0)).toBe(18);
  });
});
