import { NewShipment } from '@shop/contracts/orders/shipment-schema';
import { expect, test } from 'vitest';
import { chosenItems, newShipmentOf, quantityField, shipChoiceOf, shipEffect } from './shipping.ts';

const RING = '01890000-0000-7000-8000-000000000001';
const TIARA = '01890000-0000-7000-8000-000000000002';

function formOf(values: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

test.each([
  [
    { units: 2, left: 2, status: 'processing', notify: true },
    '2 units ship, the status becomes Shipped, and 1 email is sent.',
  ],
  [{ units: 1, left: 3, status: 'processing', notify: true }, '1 unit ships, 2 units are left, and 1 email is sent.'],
  [
    { units: 1, left: 2, status: 'pending', notify: false },
    '1 unit ships, 1 unit is left, the status becomes Processing, and no email is sent.',
  ],
  [{ units: 0, left: 2, status: 'pending', notify: true }, 'Choose at least one unit to ship.'],
] as const)('%o reads: %s', (effect, sentence) => {
  expect(shipEffect(effect)).toBe(sentence);
});

test('items with no units are not shipped', () => {
  const form = formOf({ [quantityField(RING)]: '2', [quantityField(TIARA)]: '0', carrier: 'DHL Express' });

  expect(chosenItems(form)).toEqual([{ orderItemId: RING, quantity: 2 }]);
  expect(shipChoiceOf(form)).toEqual({ units: 2, notify: false });
});

test('the form without a checked email box sends no email', () => {
  const shipment = NewShipment.parse(newShipmentOf(formOf({ [quantityField(RING)]: '1' })));

  expect(shipment).toEqual({
    items: [{ orderItemId: RING, quantity: 1 }],
    carrier: '',
    trackingNumber: '',
    trackingUrl: '',
    notify: false,
  });
});

test.each(['-1', '1.5', 'two'])('%s units are rejected by the contract', (quantity) => {
  expect(NewShipment.safeParse(newShipmentOf(formOf({ [quantityField(RING)]: quantity }))).success).toBe(false);
});
