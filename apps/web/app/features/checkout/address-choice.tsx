import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { isPostalCode } from '@shop/contracts/identity/postal-codes';
import type { Address } from '@shop/contracts/identity/schema';
import { Link } from 'react-router';
import { SelectField } from '#ui/form/field.tsx';

const LINK = 'mt-2 inline-flex min-h-11 items-center font-medium text-violet underline-offset-4 hover:underline';

type AddressChoiceProps = {
  addresses: Address[];
  /** Id of the form it belongs to. */
  form: string;
  error?: string;
};

/** Preselects the default address, else the first. An address with an invalid postal code has a link to correct it. */
export function AddressChoice({ addresses, form, error }: AddressChoiceProps) {
  const preselected = addresses.find(({ isDefault }) => isDefault) ?? addresses[0];
  return (
    <div>
      <SelectField
        key={preselected?.id}
        label={checkoutMessages.address}
        name="addressId"
        form={form}
        defaultValue={preselected?.id}
        error={error}
        required
      >
        {addresses.length === 0 && <option value="">{checkoutMessages.noAddress}</option>}
        {addresses.map((address) => (
          <option key={address.id} value={address.id}>
            {inOneLine(address)}
          </option>
        ))}
      </SelectField>
      <Link to="/account/addresses/new?redirect=checkout" className={LINK}>
        {checkoutMessages.addAddress}
      </Link>
      {addresses
        .filter(({ country, postalCode }) => !isPostalCode(country, postalCode))
        .map(({ id, name }) => (
          <div key={id}>
            <Link to={`/account/addresses/edit/${id}?redirect=checkout`} className={LINK}>
              {checkoutMessages.correctAddress(name)}
            </Link>
          </div>
        ))}
    </div>
  );
}

const inOneLine = ({ name, line1, city, state, postalCode, country }: Address) =>
  `${name}: ${line1}, ${city}, ${state} ${postalCode}, ${country}`;
