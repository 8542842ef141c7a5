import { type DefaultValue, type FieldMetadata, type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useEffect } from 'react';
import type { z } from 'zod';

type Options<Schema extends z.ZodObject> = {
  id: string;
  /** The errors found by the action, and the submitted values. */
  lastResult?: SubmissionResult | null;
  defaultValue?: DefaultValue<z.input<Schema>>;
};

/**
 * A form validated by a contract: in the browser on submit and from then on while typing, and again by the action, with
 * the same messages.
 */
export function useContractForm<Schema extends z.ZodObject>(schema: Schema, options: Options<Schema>) {
  const { id } = options;
  // A form submitted before hydration: Conform focuses the first error of a later result only.
  useEffect(() => {
    if (document.activeElement?.matches('input, select, textarea')) return;
    document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [id]);

  return useForm<z.input<Schema>, z.output<Schema>>({
    ...options,
    constraint: getZodConstraint(schema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
}

/** The props of a field component for a field of such a form. */
export const fieldOf = ({ name, required, defaultValue, errors }: FieldMetadata<unknown>) => ({
  name,
  required,
  defaultValue,
  error: errors?.[0],
});
