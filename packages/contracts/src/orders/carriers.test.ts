import { expect, test } from 'vitest';
import { CARRIERS, trackingUrlOf } from './carriers.ts';

test.each(Object.keys(CARRIERS))('%s has a tracking page for numbers with spaces and slashes', (carrier) => {
  expect(trackingUrlOf(carrier, '1Z 99/A')).toMatch(/^https:\/\/.*1Z%2099%2FA$/);
});

test.each(['', 'Corner Couriers', 'constructor', 'toString', '__proto__'])('the carrier %j has none', (carrier) => {
  expect(trackingUrlOf(carrier, '1Z999')).toBeNull();
});
