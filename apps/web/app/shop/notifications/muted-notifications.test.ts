import { expect, test } from 'vitest';
import { muteNextNotification, takeMuted, unmuteNotifications } from './muted-notifications.ts';

test('the next notification of a muted page is muted, and no other one', () => {
  muteNextNotification('/orders/1');

  expect([takeMuted(null), takeMuted('/orders/2'), takeMuted('/orders/1'), takeMuted('/orders/1')]).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test('a page whose notification does not arrive is muted for 30 seconds', () => {
  muteNextNotification('/orders/1', 1_000);

  expect(takeMuted('/orders/1', 31_000)).toBe(false);
});

test('a page is no longer muted after its form failed', () => {
  muteNextNotification('/orders/1');
  unmuteNotifications('/orders/1');

  expect(takeMuted('/orders/1')).toBe(false);
});
