import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { TextAreaField, TextField } from '#ui/form/field.tsx';
import { ItemForm } from './item-form.tsx';
import { TestimonialForm as TestimonialFormSchema } from './online-store-fields.ts';

type TestimonialFormProps = {
  /** The testimonial to edit; undefined for a new one. */
  testimonial?: OnlineStore['testimonials']['items'][number];
  version: number;
  lastResult?: SubmissionResult;
};

export function TestimonialForm({ testimonial, version, lastResult }: TestimonialFormProps) {
  const [form, fields] = useContractForm(TestimonialFormSchema, {
    id: 'testimonial',
    lastResult,
    defaultValue: testimonial ?? { rating: 5 },
  });
  return (
    <ItemForm formProps={getFormProps(form)} error={form.errors?.[0]} version={submittedVersion(lastResult, version)}>
      <TextField {...fieldOf(fields.name)} label={texts.name} />
      <TextField {...fieldOf(fields.location)} label={texts.location} />
      <TextAreaField {...fieldOf(fields.quote)} label={texts.quote} className="col-span-full" />
      <TextField
        {...fieldOf(fields.rating)}
        label={texts.rating}
        type="number"
        min={1}
        max={5}
        step={1}
        inputMode="numeric"
      />
    </ItemForm>
  );
}
