import { type DefaultValue, type FieldMetadata, type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

type Options<Schema extends z.ZodObject> = {
  id: string;
  /** What the action found wrong, and what had been typed. */
  lastResult?: SubmissionResult | null;
  defaultValue?: DefaultValue<z.input<Schema>>;
};

/**
 * A form that a contract checks: in the browser when it is sent and from then on while one types, and again by the
 * action, in the same words.
 */
export const useContractForm = <Schema extends z.ZodObject>(schema: Schema, options: Options<Schema>) =>
  useForm<z.input<Schema>, z.output<Schema>>({
    ...options,
    constraint: getZodConstraint(schema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });

/** A field of such a form as the kit's fields take it. */
export const fieldOf = ({ name, required, defaultValue, errors }: FieldMetadata<unknown>) => ({
  name,
  required,
  defaultValue,
  error: errors?.[0],
});
