import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { COUNTRIES } from '@shop/contracts/identity/constants';
import type { ReactNode } from 'react';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { addressFieldId } from './address-error.tsx';
import type { AddressErrors, AddressField, TypedAddress } from './new-address.ts';

/** Countries whose postal codes are digits only. */
const DIGITS_ONLY = ['United States', 'Australia', 'India'];

type NewAddressFieldsProps = {
  /** What the customer has entered before, or the account has. */
  typed: Partial<TypedAddress>;
  country: string;
  setCountry: (country: string) => void;
  errors?: AddressErrors['fields'];
};

export function NewAddressFields({ typed, country, setCountry, errors = {} }: NewAddressFieldsProps) {
  const { optional, phoneHint } = checkoutPageMessages;
  const field = (name: AddressField, token: string) => ({
    name,
    label: addressMessages[name],
    error: errors[name],
    defaultValue: typed[name],
    autoComplete: `shipping ${token}`,
  });
  return (
    <div className="grid grid-cols-2 gap-4 tablet:grid-cols-[1.2fr_1fr_1fr]">
      <Cell of="country" className="col-span-full">
        <SelectField
          {...field('country', 'country-name')}
          defaultValue={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          {COUNTRIES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </Cell>
      <Cell of="recipient" className="col-span-full">
        <TextField {...field('recipient', 'name')} />
      </Cell>
      <Cell of="line1" className="col-span-full">
        <TextField {...field('line1', 'address-line1')} />
      </Cell>
      <Cell of="line2" className="col-span-full">
        <TextField {...field('line2', 'address-line2')} label={optional(addressMessages.line2)} />
      </Cell>
      <Cell of="city" className="col-span-2 tablet:col-span-1">
        <TextField {...field('city', 'address-level2')} />
      </Cell>
      <Cell of="state">
        <TextField {...field('state', 'address-level1')} />
      </Cell>
      <Cell of="postalCode">
        <TextField
          {...field('postalCode', 'postal-code')}
          inputMode={DIGITS_ONLY.includes(country) ? 'numeric' : 'text'}
          autoCapitalize="characters"
        />
      </Cell>
      <Cell of="phone" className="col-span-full">
        <TextField
          {...field('phone', 'tel')}
          label={optional(addressMessages.phone)}
          hint={phoneHint}
          type="tel"
          inputMode="tel"
        />
      </Cell>
    </div>
  );
}

const Cell = ({ of, className, children }: { of: AddressField; className?: string; children: ReactNode }) => (
  <div id={addressFieldId(of)} className={className}>
    {children}
  </div>
);
