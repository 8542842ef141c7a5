import { COUNTRIES } from '@shop/contracts/identity/constants';
import { deliveryMessages as texts } from '@shop/contracts/settings/delivery-messages';
import { useRef } from 'react';
import { Form, useLocation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { COUNTRY_ACTION } from './country-cookie.ts';

type ChangeCountryProps = {
  country: string;
  /** In place of the request, on a page that can calculate the dates itself. */
  onChange?: (country: string) => void;
};

/** The browser remembers the country. Without scripts the form leads back to the page. */
export function ChangeCountry({ country, onChange }: ChangeCountryProps) {
  const { pathname, search } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  return (
    <details ref={details}>
      <summary
        ref={summary}
        className="inline-flex min-h-11 cursor-pointer list-none items-center underline underline-offset-4 hover:text-violet-deep [&::-webkit-details-marker]:hidden"
      >
        {texts.changeCountry}
      </summary>
      <Form
        method="post"
        action={COUNTRY_ACTION}
        preventScrollReset
        className="flex flex-wrap items-end gap-3 pt-1 pb-2"
        onSubmit={(event) => {
          if (onChange) {
            event.preventDefault();
            onChange(String(new FormData(event.currentTarget).get('country')));
          }
          // The focused button disappears with the form.
          if (details.current) details.current.open = false;
          summary.current?.focus();
        }}
      >
        <input type="hidden" name="returnTo" value={`${pathname}${search}`} />
        {/* The key shows the country that is remembered once it is known. */}
        <SelectField key={country} label={texts.country} name="country" defaultValue={country} className="grow">
          {COUNTRIES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Button type="submit" look="secondary">
          {texts.saveCountry}
        </Button>
      </Form>
    </details>
  );
}
