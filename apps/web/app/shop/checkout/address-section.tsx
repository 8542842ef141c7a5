import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { isPostalCode } from '@shop/contracts/identity/postal-codes';
import type { Address, User } from '@shop/contracts/identity/schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { OptionCard, OptionRows } from '#ui/form/option-card.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ADDRESS_ERROR, AddressError } from './address-error.tsx';
import { type AddressErrors, NEW_ADDRESS, type TypedAddress } from './new-address.ts';
import { NewAddressFields } from './new-address-fields.tsx';

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
