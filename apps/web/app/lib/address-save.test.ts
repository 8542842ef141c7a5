import { addressMessages } from '@shop/contracts/account-texts';
import { problemMessages } from '@shop/contracts/problem';
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

describe('an address that is not saved', () => {
  test('ERR-017 shows the message of the server', () => {
    expect(saveErrorMessage(problem(409, 'too_many_addresses', addressMessages.tooMany))).toBe(addressMessages.tooMany);
  });

  test('ERR-017 shows a message of ours when the server has none', () => {
    expect(saveErrorMessage(problem(413, 'unexpected', problemMessages.unexpected))).toBe('Failed to save address');
  });

  test.each([500, 502, 503])('ERR-018 asks to try again after a failure (%s)', (status) => {
    expect(saveErrorMessage(problem(status, 'unavailable', problemMessages.unavailable))).toBe(
      'Failed to save address. Please try again.',
    );
  });
});

describe('after saving an address', () => {
  test.each([
    ['', '/account/addresses?done=saved'],
    ['?redirect=checkout', '/checkout'],
    ['?redirect=/orders', '/orders'],
    ['?redirect=//evil.example', '/'],
    ['?redirect=/account/addresses', '/account/addresses?done=saved'],
  ])('%s leads to %s', (search, target) => {
    expect(pathAfterSaving(new URLSearchParams(search))).toBe(target);
  });

  test('giving up leads to the same place, where nothing is said to be saved', () => {
    expect(returnPath(new URLSearchParams())).toBe('/account/addresses');
    expect(returnPath(new URLSearchParams('redirect=checkout'))).toBe('/checkout');
  });
});
