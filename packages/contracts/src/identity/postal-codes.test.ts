import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from './constants.ts';
import { isPostalCode, normalizePostalCode, postalCodeError } from './postal-codes.ts';
import { NewAddress } from './schema.ts';

describe('a postal code', () => {
  test.each([
    ['United States', ' 62701 ', '62701'],
    ['United States', '627011234', '62701-1234'],
    ['United States', '62701 1234', '62701-1234'],
    ['Canada', 'k1a0b1', 'K1A 0B1'],
    ['Canada', 'K1A-0B1', 'K1A 0B1'],
    ['United Kingdom', 'w1j7nt', 'W1J 7NT'],
    ['United Kingdom', 'sw1a  1aa', 'SW1A 1AA'],
    ['United Kingdom', 'M1 1AE', 'M1 1AE'],
    ['United Kingdom', 'GIR0AA', 'GIR 0AA'],
    ['Australia', '0800', '0800'],
    ['India', '560 001', '560001'],
    ['Germany', '10115', '10115'],
    ['Portugal', '1000-205', '1000-205'],
  ])('of %s, typed as %j, is stored as %s', (country, typed, stored) => {
    expect(isPostalCode(country, typed)).toBe(true);
    expect(normalizePostalCode(country, typed)).toBe(stored);
  });

  test.each([
    ['United States', '6270'],
    ['United States', '62701-12'],
    ['United States', 'K1A 0B1'],
    ['Canada', '62701'],
    ['Canada', 'D1A 0B1'],
    ['United Kingdom', 'W1'],
    ['United Kingdom', '560001'],
    ['Australia', '20000'],
    ['India', 'not a pin code!!'],
    ['India', '056001'],
    ['India', '62701'],
    ['India', '٥٦٠٠٠١'],
    ['Germany', '!!'],
    ['Germany', '1234567890123'],
  ])('of %s is not %j', (country, typed) => {
    expect(isPostalCode(country, typed)).toBe(false);
  });

  test('stays the same when it is normalized twice, in every country', () => {
    const code = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.stringMatching(/^[A-Za-z0-9 -]{0,12}$/),
      fc.stringMatching(/^\d{4,9}$/),
    );
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES, 'Germany'), code, (country, typed) => {
        const once = normalizePostalCode(country, typed);
        expect(normalizePostalCode(country, once)).toBe(once);
        expect(isPostalCode(country, once)).toBe(isPostalCode(country, typed));
      }),
    );
  });
});

describe('an address', () => {
  const address = { name: 'Home', line1: '1 MG Road', city: 'Bengaluru', state: 'Karnataka', country: 'India' };

  test('stores the postal code as its country writes it', () => {
    expect(NewAddress.parse({ ...address, postalCode: ' 560 001' }).postalCode).toBe('560001');
  });

  test.each(COUNTRIES)('in %s with a postal code of no country is rejected with the expected form', (country) => {
    const { error } = NewAddress.safeParse({ ...address, country, postalCode: 'not a pin code!!' });

    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['postalCode'], postalCodeError(country)],
    ]);
  });

  test('without a postal code has one error for it', () => {
    const { error } = NewAddress.safeParse({ ...address, postalCode: ' ' });

    expect(error?.issues.map(({ message }) => message)).toEqual(['Postal code is required']);
  });

  test('has no recipient and no phone number unless they are given', () => {
    const parsed = NewAddress.parse({ ...address, postalCode: '560001', recipient: '  ', phone: '' });

    expect(parsed).toMatchObject({ recipient: null, phone: null });
  });
});
