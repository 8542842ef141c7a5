import { expect, test } from 'vitest';
import { clientOf } from './client-limits.ts';

test('a connection that was closed before its request is handled has no address, and is no error', () => {
  expect(clientOf({})).toBe('');
  expect(clientOf({ ip: '2001:db8::1' })).toBe(clientOf({ ip: '2001:db8::2' }));
});
