import { expect, test } from 'vitest';
import { addressText } from './address-lines.ts';

const address = {
  name: 'Mia Novak',
  line1: '221B Turner Road',
  city: 'Mumbai',
  state: 'Maharashtra',
  postalCode: '400050',
  country: 'India',
};

test('the copied address has one line per part and ends with the phone number', () => {
  expect(addressText({ ...address, line2: 'Flat 12', phone: '+91 98200 41377' })).toBe(
    'Mia Novak\n221B Turner Road\nFlat 12\nMumbai, Maharashtra 400050\nIndia\n+91 98200 41377',
  );
});

test('missing parts leave no empty lines', () => {
  expect(addressText({ ...address, line2: null, state: '', phone: null })).toBe(
    'Mia Novak\n221B Turner Road\nMumbai 400050\nIndia',
  );
});
