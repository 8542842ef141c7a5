import type { AdminProduct } from '@shop/contracts/catalog/admin-schema';
import { useState } from 'react';
import { formValuesOf, type ProductFormValues, withCurrentStock } from './product-draft.ts';

type Errors = Record<string, string>;

/** Form values and errors; editing a field clears its error. */
export function useProductForm(product: AdminProduct | undefined) {
  const [typed, setTyped] = useState(() => formValuesOf(product));
  const [errors, setErrors] = useState<Errors>({});

  function edit(patch: Partial<ProductFormValues>, ...fields: string[]) {
    setTyped((before) => ({ ...before, ...patch }));
    const edited = [...Object.keys(patch), ...fields];
    const isEdited = (field: string) => edited.some((name) => field === name || field.startsWith(`${name}.`));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !isEdited(field))));
  }
  /** For lists: clears only the error of the edited line. */
  function editLine(patch: Partial<ProductFormValues>, field: string) {
    setTyped((before) => ({ ...before, ...patch }));
    setErrors(({ [field]: _, ...others }) => others);
  }

  return { typed: withCurrentStock(typed, product), errors, setErrors, edit, editLine };
}

export type ProductFormState = ReturnType<typeof useProductForm>;
