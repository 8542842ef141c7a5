import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import type { Address } from '@shop/contracts/identity/schema';
import { describe, expect, test } from 'vitest';
import {
  addressErrorsOf,
  findAddedAddress,
  findSameAddress,
  NEW_ADDRESS,
  newAddressOf,
  preselectedAddress,
  readTypedAddress,
} from './new-address.ts';

const FORM: Record<string, string> = {
  recipient: ' Nora Hart ',
  line1: '22 Alder Lane',
  line2: '',
  city: 'Ottawa',
  state: 'Ontario',
  postalCode: 'k1a0b1',
  country: 'Canada',
  phone: '',
};
const typed = readTypedAddress((name) => FORM[name] ?? '');
const saved: Address = {
  ...typed,
  id: 'saved',
  name: 'Home',
  line2: null,
  phone: null,
  postalCode: 'K1A 0B1',
  isDefault: true,
};
const problem = (status: number, errors?: { field: string; message: string }[]) => ({
  type: 'about:blank',
  title: '',
  status,
  code: errors ? 'invalid' : 'unavailable',
  message: '',
  requestId: '',
  errors,
});

test('the first address is called Home, another one by its recipient or city', () => {
  expect(newAddressOf(typed, [])).toMatchObject({ name: 'Home', recipient: 'Nora Hart' });
  expect(newAddressOf(typed, [saved])).toMatchObject({ name: 'Nora Hart' });
  expect(newAddressOf({ ...typed, recipient: '' }, [saved])).toMatchObject({ name: 'Ottawa' });
});

test('an address that was entered again is the saved one, whatever the spelling of its postal code', () => {
  expect(findSameAddress([saved], typed)).toBe(saved);
  expect(findSameAddress([saved], { ...typed, line2: 'Floor 2' })).toBeUndefined();
});

test('the added address is the one that was not there before', () => {
  expect(findAddedAddress([saved], [{ ...saved, id: 'other' }, saved])?.id).toBe('other');
  expect(findAddedAddress([saved], [saved])).toBeUndefined();
});

test('the default address is preselected, else the first, else a new one', () => {
  expect(preselectedAddress([{ ...saved, id: 'other', isDefault: false }, saved])).toBe('saved');
  expect(preselectedAddress([{ ...saved, isDefault: false }])).toBe('saved');
  expect(preselectedAddress([])).toBe(NEW_ADDRESS);
});

describe('the errors of an address', () => {
  const city = { field: 'city', message: addressMessages.cityRequired };
  const state = { field: 'state', message: addressMessages.stateRequired };

  test('of one field are shown only there', () => {
    expect(addressErrorsOf(typed, problem(422, [city]))).toEqual({ fields: { city: addressMessages.cityRequired } });
  });

  test('of several fields have a heading, without the name that is not asked for', () => {
    const name = { field: 'name', message: addressMessages.nameRequired };
    expect(addressErrorsOf(typed, problem(422, [name, city, state]))).toEqual({
      message: checkoutPageMessages.checkAddress,
      fields: { city: addressMessages.cityRequired, state: addressMessages.stateRequired },
    });
  });

  test('VAL-025 of an empty one ask for an address', () => {
    const empty = { ...typed, line1: '', city: '', state: '', postalCode: '' };
    expect(addressErrorsOf(empty, problem(422, [city]))).toMatchObject({ message: checkoutMessages.addressMissing });
  });

  test('ERR-018 after a server error ask to try again', () => {
    expect(addressErrorsOf(typed, problem(503))).toEqual({ message: addressMessages.failed, fields: {} });
  });
});
