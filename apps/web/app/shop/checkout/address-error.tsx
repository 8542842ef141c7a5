import type { MouseEvent } from 'react';
import { useEffect, useRef } from 'react';
import { FieldError } from '#ui/form/field.tsx';
import type { AddressErrors } from './new-address.ts';

export const ADDRESS_ERROR = 'address-error';

/** The id of the place of a field, for the list of errors. */
export const addressFieldId = (field: string) => `address-${field}`;

/** Above the address: what is wrong with it, and, if more than one field is, a list of them. Takes the focus. */
export function AddressError({ message, fields }: AddressErrors) {
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
