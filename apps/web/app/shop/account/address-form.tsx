import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { COUNTRIES, DEFAULT_COUNTRY } from '@shop/contracts/identity/constants';
import { type Address, NewAddress } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, SelectField, TextField } from '#ui/form/field.tsx';
import { useCustomer } from './use-customer.ts';

type AddressFormProps = {
  /** The address to edit; undefined for a new one. */
  address?: Address;
  /** Default regardless of the checkbox: the first address, or the current default. */
  staysDefault: boolean;
  /** URL of the page the cancel link returns to. */
  back: string;
  lastResult?: SubmissionResult;
};

export function AddressForm({ address, staysDefault, back, lastResult }: AddressFormProps) {
  const customer = useCustomer();
  const newAddress = { country: DEFAULT_COUNTRY, phone: customer.phone };
  const [form, fields] = useContractForm(NewAddress, {
    id: 'address',
    lastResult,
    defaultValue: { ...(address ?? newAddress), recipient: address?.recipient ?? customer.name },
  });
  const busy = useIsSubmitting();

  return (
    <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="mt-6 grid max-w-2xl gap-5">
      <TextField
        {...fieldOf(fields.name)}
        label={addressMessages.name}
        hint={addressMessages.nameHint}
        autoComplete="off"
      />
      <TextField
        {...fieldOf(fields.recipient)}
        label={addressMessages.recipient}
        hint={addressMessages.recipientHint}
        autoComplete="name"
      />
      <TextField {...fieldOf(fields.line1)} label={addressMessages.line1} autoComplete="address-line1" />
      <TextField {...fieldOf(fields.line2)} label={addressMessages.line2} autoComplete="address-line2" />
      <div className="grid gap-5 min-[30rem]:grid-cols-2">
        <TextField {...fieldOf(fields.city)} label={addressMessages.city} autoComplete="address-level2" />
        <TextField {...fieldOf(fields.state)} label={addressMessages.state} autoComplete="address-level1" />
        <TextField
          {...fieldOf(fields.postalCode)}
          label={addressMessages.postalCode}
          autoComplete="postal-code"
          autoCapitalize="characters"
        />
        <SelectField {...fieldOf(fields.country)} label={addressMessages.country} autoComplete="country-name">
          {COUNTRIES.map((country) => (
            <option key={country}>{country}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        {...fieldOf(fields.phone)}
        label={addressMessages.phone}
        hint={addressMessages.phoneHint}
        type="tel"
        autoComplete="tel"
      />
      <Checkbox
        name={fields.isDefault.name}
        defaultChecked={staysDefault || fields.isDefault.defaultChecked}
        disabled={staysDefault}
      >
        {addressMessages.isDefault}
      </Checkbox>
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel={addressMessages.saving}>
          {addressMessages.save}
        </Button>
        <ButtonLink to={back} look="secondary">
          {addressMessages.cancel}
        </ButtonLink>
      </div>
    </Form>
  );
}
