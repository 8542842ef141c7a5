import type { AdminProduct } from '@shop/contracts/catalog/admin-schema';
import { type ChangeEvent, useState } from 'react';
import { formValuesOf, type ProductFormValues, withCurrentStock } from './product-draft.ts';

type Errors = Record<string, string>;
type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** `string extends` leaves out `status`, a union of literals: any text could be assigned to it otherwise. */
type TextName = {
  [Name in keyof ProductFormValues]: string extends ProductFormValues[Name] ? Name : never;
}[keyof ProductFormValues];
/** A form that was rejected, as it was sent. */
type Submitted = { typed?: ProductFormValues; errors: Errors };

/** Form values and errors; editing a field clears its error. */
export function useProductForm(product: AdminProduct | undefined, submitted: Submitted) {
  const [saved, setSaved] = useState(() => formValuesOf(product));
  const [typed, setTyped] = useState(submitted.typed ?? saved);
  const [errors, setErrors] = useState(submitted.errors);
  const [resets, setResets] = useState(0);

  function clearErrors(edited: string[]) {
    const isEdited = (field: string) => edited.some((name) => field === name || field.startsWith(`${name}.`));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !isEdited(field))));
  }
  function edit(patch: Partial<ProductFormValues>, ...fields: string[]) {
    setTyped((before) => ({ ...before, ...patch }));
    clearErrors([...Object.keys(patch), ...fields]);
  }
  /** After something asynchronous: other fields, and this one, may have been edited since. */
  function editLatest(name: keyof ProductFormValues, patch: (now: ProductFormValues) => Partial<ProductFormValues>) {
    setTyped((now) => ({ ...now, ...patch(now) }));
    clearErrors([name]);
  }
  /** For lists: clears only the error of the edited line. */
  function editLine(patch: Partial<ProductFormValues>, field: string) {
    setTyped((before) => ({ ...before, ...patch }));
    setErrors(({ [field]: _, ...others }) => others);
  }
  /** The saved product again. */
  function reset() {
    const values = formValuesOf(product);
    setSaved(values);
    setTyped(values);
    setErrors({});
    setResets((count) => count + 1);
  }
  /** The properties of a text field. */
  const field = (name: TextName) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: ChangeEvent<FieldElement>) => edit({ [name]: target.value }),
  });

  return {
    typed: withCurrentStock(typed, product),
    saved: withCurrentStock(saved, product),
    errors,
    /** A key for parts with a state of their own. */
    resets,
    setErrors,
    edit,
    editLatest,
    editLine,
    reset,
    field,
  };
}

export type ProductFormState = ReturnType<typeof useProductForm>;
