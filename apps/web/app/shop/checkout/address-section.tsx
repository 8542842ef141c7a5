import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { COUNTRIES } from '@shop/contracts/identity/constants';
import { isPostalCode } from '@shop/contracts/identity/postal-codes';
import type { Address, User } from '@shop/contracts/identity/schema';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError, SelectField, TextField } from '#ui/form/field.tsx';
import { OptionCard, OptionRows } from '#ui/form/option-card.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { type AddressErrors, type AddressField, NEW_ADDRESS, type TypedAddress } from './new-address.ts';

/** Shown while the new address is selected, with CSS only: the fieldset has the class `group/address`. */
const IF_NEW = 'hidden group-has-[input[value=new]:checked]/address:grid';

type AddressSectionProps = {
  customer: Pick<User, 'name' | 'phone' | 'guest' | 'addresses'>;
  /** The id of the selected address, or `NEW_ADDRESS`. */
  selected: string;
  select: (id: string) => void;
  errors?: AddressErrors;
  /** What was entered before, when the page was submitted without scripts. */
  typed?: TypedAddress;
  /** Of the new address: the delivery dates follow it. */
  country: string;
  setCountry: (country: string) => void;
  saving: boolean;
};

/** Saved addresses to choose from, and the form of a new one in place. The first address is asked for directly. */
export function AddressSection(props: AddressSectionProps) {
  const { customer, selected, select, errors, typed, country, setCountry, saving } = props;
  const { addresses } = customer;
  /** Guests have no account pages to edit an address in. */
  const canEdit = !customer.guest;
  const fields = (
    <NewAddressFields
      typed={typed ?? { recipient: customer.guest ? '' : customer.name, phone: customer.phone ?? '' }}
      country={country}
      setCountry={setCountry}
      errors={errors?.fields}
    />
  );
  return (
    <fieldset className="group/address min-w-0" aria-describedby={errors?.message ? ADDRESS_ERROR : undefined}>
      <legend className="sr-only">{checkoutMessages.address}</legend>
      {errors && <AddressError {...errors} />}
      {addresses.length === 0 ? (
        <>
          <input type="hidden" name="addressId" value={NEW_ADDRESS} />
          {fields}
        </>
      ) : (
        <>
          <OptionRows>
            {addresses.map((address) => (
              <AddressCard
                key={address.id}
                address={address}
                customerName={customer.name}
                canEdit={canEdit}
                checked={selected === address.id}
                onChange={() => select(address.id)}
              />
            ))}
            {selected === NEW_ADDRESS && (
              <OptionCard
                name="addressId"
                value={NEW_ADDRESS}
                checked
                onChange={() => select(NEW_ADDRESS)}
                title={checkoutPageMessages.newAddress}
              />
            )}
          </OptionRows>
          {selected === NEW_ADDRESS ? (
            <NewAddress saving={saving}>{fields}</NewAddress>
          ) : (
            <>
              {/* It opens the form in place; the page it links to works on its own. Without scripts there is a card. */}
              <Link
                to="/account/addresses/new?redirect=checkout"
                onClick={(event) => {
                  event.preventDefault();
                  select(NEW_ADDRESS);
                }}
                className="mt-2 inline-flex min-h-11 items-center font-semibold text-violet underline-offset-4 hover:underline noscript:hidden"
              >
                {checkoutMessages.addAddress}
              </Link>
              <noscript>
                <div className="mt-4">
                  <OptionRows>
                    <OptionCard name="addressId" value={NEW_ADDRESS} title={checkoutPageMessages.newAddress} />
                  </OptionRows>
                </div>
                <NewAddress saving={false}>{fields}</NewAddress>
              </noscript>
            </>
          )}
          {canEdit && <Corrections addresses={addresses} />}
        </>
      )}
    </fieldset>
  );
}

/** Saves the address without paying. */
const NewAddress = ({ saving, children }: { saving: boolean; children: ReactNode }) => (
  <div className={`${IF_NEW} mt-4 gap-4 rounded-card border border-line p-4`}>
    {children}
    <div>
      <Button
        type="submit"
        name="intent"
        value="address"
        look="secondary"
        busy={saving}
        busyLabel={addressMessages.saving}
      >
        {addressMessages.save}
      </Button>
    </div>
  </div>
);

type AddressCardProps = {
  address: Address;
  customerName: string;
  canEdit: boolean;
  checked: boolean;
  onChange: () => void;
};

function AddressCard({ address, customerName, canEdit, checked, onChange }: AddressCardProps) {
  const { id, name, recipient, line1, line2, city, state, postalCode, country, isDefault } = address;
  const person = recipient ?? customerName;
  const lines = [line1, line2, city, `${state} ${postalCode}`, country].filter(Boolean).join(', ');
  return (
    <OptionCard
      name="addressId"
      value={id}
      checked={checked}
      onChange={onChange}
      title={
        <>
          {person}
          {isDefault && (
            <span className="ml-2 inline-block align-middle">
              <Badge tone="shipped">{addressMessages.default}</Badge>
            </span>
          )}
        </>
      }
      hint={name === person ? lines : `${name} · ${lines}`}
      action={
        canEdit && (
          <TextLink
            to={`/account/addresses/edit/${id}?redirect=checkout`}
            aria-label={`${addressMessages.edit}: ${name}`}
            className="mr-2 px-2 text-small no-underline!"
          >
            {addressMessages.edit}
          </TextLink>
        )
      }
    />
  );
}

/** Addresses saved before postal codes were checked. */
function Corrections({ addresses }: { addresses: Address[] }) {
  return addresses
    .filter(({ country, postalCode }) => !isPostalCode(country, postalCode))
    .map(({ id, name }) => (
      <div key={id}>
        <TextLink to={`/account/addresses/edit/${id}?redirect=checkout`}>
          {checkoutMessages.correctAddress(name)}
        </TextLink>
      </div>
    ));
}

/** Countries whose postal codes are digits only. */
const DIGITS_ONLY = ['United States', 'Australia', 'India'];

type NewAddressFieldsProps = {
  /** What the customer has entered before, or the account has. */
  typed: Partial<TypedAddress>;
  country: string;
  setCountry: (country: string) => void;
  errors?: AddressErrors['fields'];
};

function NewAddressFields({ typed, country, setCountry, errors = {} }: NewAddressFieldsProps) {
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

const ADDRESS_ERROR = 'address-error';

/** The id of the place of a field, for the list of errors. */
const addressFieldId = (field: string) => `address-${field}`;

/** Above the address: what is wrong with it, and, if more than one field is, a list of them. Takes the focus. */
function AddressError({ message, fields }: AddressErrors) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(fields);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new set of errors.
  useEffect(() => {
    if (entries.length === 1) focusField(box.current, entries[0]?.[0] ?? '');
    else box.current?.focus();
  }, [fields]);

  const goTo = (event: MouseEvent<HTMLAnchorElement>, field: string) => {
    event.preventDefault();
    focusField(box.current, field);
  };
  return (
    <div ref={box} tabIndex={-1} className={message ? 'mb-4 rounded-control' : undefined}>
      {message && <FieldError id={ADDRESS_ERROR}>{message}</FieldError>}
      {entries.length > 1 && (
        <ul className="mt-1 ml-6 text-small">
          {entries.map(([field, error]) => (
            <li key={field}>
              <a
                href={`#${addressFieldId(field)}`}
                onClick={(event) => goTo(event, field)}
                className="inline-flex min-h-11 items-center text-cancelled underline underline-offset-4"
              >
                {error}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function focusField(within: HTMLElement | null, name: string) {
  const field = within?.closest('form')?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
