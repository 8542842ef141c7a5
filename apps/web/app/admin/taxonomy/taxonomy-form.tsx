import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyFieldMessages as fieldTexts, taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import type { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { useState } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { ImageUpload, type UploadState } from '#admin/kit/image-upload.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/form/field.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { TaxonomyFields } from './taxonomy-fields.ts';
import { LIST_PATHS } from './taxonomy-kind.ts';

type TaxonomyFormProps = {
  kind: TaxonomyKind;
  /** Undefined for a new one. */
  item?: TaxonomyItem;
  lastResult?: SubmissionResult;
  canWrite?: boolean;
};

/** Remounted (`key`) for another version of the item. */
export function TaxonomyForm({ kind, item, lastResult, canWrite = true }: TaxonomyFormProps) {
  const texts = taxonomyMessages[kind];
  const [uploading, setUploading] = useState(false);
  const [form, fields] = useContractForm(
    // A new one has no version.
    TaxonomyFields.extend({ version: TaxonomyFields.shape.version.optional() }),
    {
      id: `taxonomy-${item?.id ?? 'new'}`,
      lastResult,
      defaultValue: item && {
        name: item.name,
        slug: item.slug,
        description: item.description,
        imageAlt: item.imageAlt,
        seoTitle: item.seoTitle,
        seoDescription: item.seoDescription,
        version: item.version,
      },
    },
  );
  return (
    <Form method="post" {...getFormProps(form)}>
      <FormKey />
      <Panel>
        <fieldset disabled={!canWrite} className="grid min-w-0 gap-5">
          {item && <input type="hidden" name={fields.version.name} defaultValue={fields.version.defaultValue} />}
          <TextField {...fieldOf(fields.name)} label={fieldTexts.name} autoComplete="off" />
          <TextField
            {...fieldOf(fields.slug)}
            label={fieldTexts.slug}
            hint={fieldTexts.slugHint}
            autoComplete="off"
            spellCheck={false}
          />
          <TextAreaField {...fieldOf(fields.description)} label={fieldTexts.description} rows={3} />
          <ImageField
            field={fieldOf(fields.image)}
            removeName={fields.removeImage.name}
            current={item?.image ?? null}
            uploading={uploading}
            onUploading={setUploading}
          />
          <TextField {...fieldOf(fields.imageAlt)} label={fieldTexts.imageAlt} hint={fieldTexts.imageAltHint} />
          <h2 className="text-h3">{fieldTexts.searchListing}</h2>
          <TextField {...fieldOf(fields.seoTitle)} label={fieldTexts.seoTitle} hint={fieldTexts.seoTitleHint} />
          <TextAreaField
            {...fieldOf(fields.seoDescription)}
            label={fieldTexts.seoDescription}
            hint={fieldTexts.seoDescriptionHint}
            rows={2}
          />
        </fieldset>
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        {canWrite && (
          <div className="mt-6 flex flex-wrap gap-3">
            <IntentButton intent="save" busyLabel={adminMessages.saving} disabled={uploading}>
              {item ? texts.save : texts.create}
            </IntentButton>
            <ButtonLink to={LIST_PATHS[kind]} look="quiet">
              {uiMessages.cancel}
            </ButtonLink>
          </div>
        )}
      </Panel>
    </Form>
  );
}

type ImageFieldProps = UploadState & {
  /** The field of the new URL. */
  field: { name: string; defaultValue?: unknown; error?: string };
  removeName: string;
  current: string | null;
};

/** The current image, and a URL or an uploaded file to replace it. Uploads need JavaScript, the URL does not. */
function ImageField({ field, removeName, current, uploading, onUploading }: ImageFieldProps) {
  const [url, setUrl] = useState(String(field.defaultValue ?? ''));
  const hydrated = useHydrated();

  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-4">
      <Thumbnail src={url || current} size={96} />
      <div className="grid gap-4">
        <TextField
          name={field.name}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
          label={fieldTexts.imageUrl}
          hint={current ? fieldTexts.imageHint : fieldTexts.imageHintNew}
          error={field.error}
        />
        {hydrated && <ImageUpload uploading={uploading} onUploading={onUploading} onUploaded={setUrl} />}
        {current && <Checkbox name={removeName}>{fieldTexts.removeImage}</Checkbox>}
      </div>
    </div>
  );
}
