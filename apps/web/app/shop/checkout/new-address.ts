import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import type { Problem } from '@shop/contracts/common/problem';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { normalizePostalCode } from '@shop/contracts/identity/postal-codes';
import type { Address } from '@shop/contracts/identity/schema';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { saveErrorMessage } from '#shop/account/address-save.ts';

/** The value of the choice of an address that is not saved yet. */
export const NEW_ADDRESS = 'new';

const FIELDS = ['recipient', 'line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phone'] as const;
export type AddressField = (typeof FIELDS)[number];
export type TypedAddress = Record<AddressField, string>;

/** Why an address was not saved: by field, and a message for the whole address. */
export type AddressErrors = { message?: string; fields: Partial<Record<AddressField, string>> };

export const readTypedAddress = (text: (name: string) => string): TypedAddress => ({
  recipient: text('recipient').trim(),
  line1: text('line1').trim(),
  line2: text('line2').trim(),
  city: text('city').trim(),
  state: text('state').trim(),
  postalCode: text('postalCode').trim(),
  country: text('country'),
  phone: text('phone').trim(),
});

/** What the API saves. The form asks for no label: the first address is Home, others are named by their recipient. */
export const newAddressOf = (typed: TypedAddress, addresses: readonly Address[]) => ({
  ...typed,
  name: addresses.length === 0 ? checkoutPageMessages.firstAddressName : typed.recipient || typed.city,
});

const isEmpty = ({ line1, city, state, postalCode }: TypedAddress) => !(line1 || city || state || postalCode);

/** An address of which nothing was entered is a missing one. */
export function addressErrorsOf(typed: TypedAddress, problem: Problem): AddressErrors {
  const errors = fieldErrors(problem.errors);
  const fields = Object.fromEntries(FIELDS.flatMap((field) => (errors[field] ? [[field, errors[field]]] : [])));
  if (isEmpty(typed)) return { message: checkoutMessages.addressMissing, fields };
  const count = Object.keys(fields).length;
  if (count === 0) return { message: saveErrorMessage(problem), fields };
  return count === 1 ? { fields } : { message: checkoutPageMessages.checkAddress, fields };
}

export const addressUnsaved: AddressErrors = { message: addressMessages.failed, fields: {} };

/** The saved address that was entered again: a form that is sent twice saves one address. */
export function findSameAddress(addresses: readonly Address[], typed: TypedAddress) {
  const entered = { ...typed, postalCode: normalizePostalCode(typed.country, typed.postalCode) };
  return addresses.find((address) => FIELDS.every((field) => (address[field] ?? '') === entered[field]));
}

/** The one address that is not among the earlier ones. */
export const findAddedAddress = (before: readonly Address[], after: readonly Address[]) =>
  after.find(({ id }) => before.every((address) => address.id !== id));

/** The default address, or else the first one; a new one if there is none. */
export const preselectedAddress = (addresses: readonly Address[]) =>
  (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?.id ?? NEW_ADDRESS;
