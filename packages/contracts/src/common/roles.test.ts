import { expect, test } from 'vitest';
import { isAdmin, isAuthenticated } from '../common/permissions.ts';

test('ENT-003 authenticated means a user is present, isAdmin that the role is admin', () => {
  expect([undefined, null, { role: 'customer' }, { role: 'admin' }].map(isAuthenticated)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect([undefined, null, { role: 'customer' }, { role: 'admin' }].map(isAdmin)).toEqual([false, false, false, true]);
});
