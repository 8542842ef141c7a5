import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { useState } from 'react';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { TextAreaField, TextField } from '#ui/form/field.tsx';
import { ImageField } from './image-field.tsx';
import { ItemForm } from './item-form.tsx';
import { SlideForm as SlideFormSchema } from './online-store-fields.ts';

type SlideFormProps = {
  /** The slide to edit; undefined for a new one. */
  slide?: OnlineStore['slides']['items'][number];
  version: number;
  lastResult?: SubmissionResult;
};

export function SlideForm({ slide, version, lastResult }: SlideFormProps) {
  const [uploading, setUploading] = useState(false);
  const [form, fields] = useContractForm(SlideFormSchema, { id: 'slide', lastResult, defaultValue: slide });
  return (
    <ItemForm
      formProps={getFormProps(form)}
      error={form.errors?.[0]}
      version={submittedVersion(lastResult, version)}
      uploading={uploading}
    >
      <TextField {...fieldOf(fields.eyebrow)} label={texts.eyebrow} />
      <TextField {...fieldOf(fields.title)} label={texts.slideTitle} />
      <TextAreaField {...fieldOf(fields.text)} label={texts.text} className="col-span-full" />
      <TextField {...fieldOf(fields.cta)} label={texts.cta} />
      <TextField {...fieldOf(fields.href)} label={texts.url} hint={texts.urlHint} />
      <ImageField field={fieldOf(fields.image)} uploading={uploading} onUploading={setUploading} />
      <TextField {...fieldOf(fields.alt)} label={texts.alt} hint={texts.altHint} className="col-span-full" />
    </ItemForm>
  );
}
