import { expect, test } from 'vitest';
import { createClientLimit } from './client-limits.ts';

test('a connection that was closed before its request is handled has no address, and is no error', () => {
  const isOverLimit = createClientLimit(1);

  expect([isOverLimit({}), isOverLimit({}), isOverLimit({ ip: '2001:db8::1' })]).toEqual([false, true, false]);
});
