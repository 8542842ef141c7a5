import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { describe, expect, test } from 'vitest';
import { sessionToken, signToken } from './rules.ts';

const SECRET = 'the secret of this test, long enough';
const signed = signToken('token-1', SECRET);
const cookie = (value: string) => ({ cookie: `other=1; ${SESSION_COOKIE}=${value}; last=2` });

describe('the session token', () => {
  test('is read from the cookie and from a bearer header', () => {
    expect(sessionToken(cookie(encodeURIComponent(signed)), [SECRET])).toBe('token-1');
    expect(sessionToken({ authorization: `Bearer ${signed}` }, [SECRET])).toBe('token-1');
    expect(sessionToken({ authorization: `bearer ${encodeURIComponent(signed)}` }, [SECRET])).toBe('token-1');
  });

  test.each([
    ['no signature', 'token-1'],
    ['an empty signature', 'token-1.'],
    ['the signature of another token', `token-2.${signed.split('.')[1]}`],
    ['a signature by another secret', signToken('token-1', 'some other secret')],
    ['a cut signature', signed.slice(0, -1)],
    ['nothing before the signature', `.${signed.split('.')[1]}`],
    ['broken encoding', '%E0%A4%A'],
    ['nothing', ''],
  ])('is rejected with %s', (_what, value) => {
    expect(sessionToken(cookie(value), [SECRET])).toBeUndefined();
    expect(sessionToken({ authorization: `Bearer ${value}` }, [SECRET])).toBeUndefined();
  });

  test('is accepted with a signature by any of the accepted secrets', () => {
    expect(sessionToken(cookie(encodeURIComponent(signed)), ['the secret in use now', SECRET])).toBe('token-1');
    expect(sessionToken(cookie(encodeURIComponent(signed)), ['the secret in use now'])).toBeUndefined();
  });

  test('is undefined for a request without one', () => {
    expect(sessionToken({}, [SECRET])).toBeUndefined();
    expect(
      sessionToken({ cookie: `x${SESSION_COOKIE}=${signed}`, authorization: 'Basic abc' }, [SECRET]),
    ).toBeUndefined();
  });
});
