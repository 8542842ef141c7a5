import { problemMessages } from '@shop/contracts/common/messages';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { describe, expect, test } from 'vitest';
import { pathAfterSaving, returnPath, saveErrorMessage } from './address-save.ts';

const problem = (status: number, code: string, message: string) => ({
  type: 'about:blank',
  title: '',
  status,
  code,
  message,
  requestId: '',
});

describe('the error message for an address that was not saved', () => {
  test('ERR-017 is the message of the API', () => {
    expect(saveErrorMessage(problem(409, 'too_many_addresses', addressMessages.tooMany))).toBe(addressMessages.tooMany);
  });

  test('ERR-017 is the default message when the API error is unexpected', () => {
    expect(saveErrorMessage(problem(413, 'unexpected', problemMessages.unexpected))).toBe('Failed to save address');
  });

  test.each([500, 502, 503])('ERR-018 asks to try again after a server error (%s)', (status) => {
    expect(saveErrorMessage(problem(status, 'unavailable', problemMessages.unavailable))).toBe(
      'Failed to save address. Please try again.',
    );
  });
});

describe('the address form', () => {
  test.each([
    ['', '/account/addresses?done=saved'],
    ['?redirect=checkout', '/checkout'],
    ['?redirect=/orders', '/orders'],
    ['?redirect=//evil.example', '/'],
    ['?redirect=/account/addresses', '/account/addresses?done=saved'],
  ])('with the query %s redirects to %s after saving', (search, target) => {
    expect(pathAfterSaving(new URLSearchParams(search))).toBe(target);
  });

  test('returns to the same page without a saved message when cancelled', () => {
    expect(returnPath(new URLSearchParams())).toBe('/account/addresses');
    expect(returnPath(new URLSearchParams('redirect=checkout'))).toBe('/checkout');
  });
});
