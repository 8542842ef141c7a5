import { adminMessages } from '@shop/contracts/admin/messages';
import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import type { AdminCollection } from '@shop/contracts/catalog/collection-admin-schema';
import { COLLECTION_KINDS, COLLECTION_SORTS } from '@shop/contracts/catalog/collection-constants';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { useState } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { ImageUpload, type UploadState } from '#admin/kit/image-upload.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Radio } from '#ui/form/choice.tsx';
import { TextAreaField, TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { type CollectionFormValues, valuesOf } from './collection-values.ts';
import { type Labels, RuleEditor } from './rule-editor.tsx';
import { type PreviewState, RulePreview } from './rule-preview.tsx';

/** What the action of the form returns, if it does not redirect. */
export type CollectionResult = {
  /** The submitted values, for a page that is rendered again before hydration. */
  typed?: CollectionFormValues;
  errors?: Record<string, string>;
  /** The error of the whole form. */
  problem?: string;
  preview?: PreviewState;
};

type CollectionFormProps = {
  /** Undefined for a new one. */
  collection?: AdminCollection;
  labels: Labels;
  preview?: PreviewState;
  result?: CollectionResult;
  canWrite: boolean;
  /** Idempotency key of a new collection. */
  formKey?: string;
};

export function CollectionForm({ collection, labels, preview, result = {}, canWrite, formKey }: CollectionFormProps) {
  const [values, setValues] = useState(() => result.typed ?? valuesOf(collection));
  const change = (patch: Partial<CollectionFormValues>) => setValues((before) => ({ ...before, ...patch }));
  const errors = result.errors ?? {};
  const [uploading, setUploading] = useState(false);
  const field = (name: 'name' | 'slug' | 'description' | 'seoTitle' | 'seoDescription') => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  });

  return (
    <Form method="post" noValidate className="grid gap-6" preventScrollReset>
      <input type="hidden" name="version" value={collection?.version ?? ''} />
      <input type="hidden" name="key" value={formKey ?? ''} />
      {result.problem && <Notice kind="error">{result.problem}</Notice>}
      <fieldset disabled={!canWrite} className="grid min-w-0 gap-6">
        {/* The first submit button is what Enter presses. */}
        <button
          type="submit"
          name="intent"
          value="save"
          tabIndex={-1}
          aria-hidden
          disabled={uploading}
          className="sr-only"
        >
          {texts.save}
        </button>
        <Panel title={texts.details} className="grid gap-5">
          <div className="grid gap-5 tablet:grid-cols-2">
            <TextField {...field('name')} label={texts.name} required />
            <TextField {...field('slug')} label={texts.slug} hint={texts.slugHint} autoComplete="off" />
          </div>
          <TextAreaField {...field('description')} label={texts.description} rows={3} />
          <CollectionImage
            values={values}
            errors={errors}
            onChange={change}
            uploading={uploading}
            onUploading={setUploading}
          />
        </Panel>
        <Panel title={texts.products} className="grid gap-5">
          <Kind values={values} isFixed={collection !== undefined} onChange={change} />
          <div className="grid gap-5 tablet:grid-cols-2">
            <Sort values={values} error={errors.sort} onChange={change} />
            <ChoiceField
              name="status"
              label={texts.status}
              of={texts.statuses}
              value={values.status}
              onChange={({ target }) => change({ status: target.value === 'published' ? 'published' : 'draft' })}
            />
          </div>
          {values.kind === 'rules' ? (
            <>
              <RuleEditor values={values} labels={labels} errors={errors} onChange={change} />
              <RulePreview values={values} loaded={result.preview === undefined ? preview : result.preview} />
            </>
          ) : (
            !collection && <p className="text-ink-soft">{texts.pickAfterCreating}</p>
          )}
        </Panel>
        <Panel title={texts.seo} className="grid gap-5">
          <TextField {...field('seoTitle')} label={texts.seoTitle} hint={texts.seoTitleHint} />
          <TextAreaField
            {...field('seoDescription')}
            label={texts.seoDescription}
            hint={texts.seoDescriptionHint}
            rows={2}
          />
        </Panel>
        <div className="flex flex-wrap gap-3">
          {canWrite && (
            <IntentButton intent="save" busyLabel={adminMessages.saving} disabled={uploading}>
              {collection ? texts.save : texts.create}
            </IntentButton>
          )}
          <ButtonLink to="/admin/collections" look="quiet">
            {uiMessages.cancel}
          </ButtonLink>
        </div>
      </fieldset>
    </Form>
  );
}

type ChoiceProps = {
  values: CollectionFormValues;
  onChange: (patch: Partial<CollectionFormValues>) => void;
};

function Kind({ values: { kind, sort }, isFixed, onChange }: ChoiceProps & { isFixed: boolean }) {
  if (isFixed)
    return (
      <p>
        <input type="hidden" name="kind" value={kind} />
        {texts.kind}: <span className="font-semibold">{texts.kinds[kind]}</span>
      </p>
    );
  return (
    <fieldset>
      <legend className="text-small font-semibold">{texts.kind}</legend>
      <div className="flex flex-wrap gap-x-6">
        {COLLECTION_KINDS.map((choice) => (
          <Radio
            key={choice}
            name="kind"
            value={choice}
            checked={kind === choice}
            onChange={() =>
              onChange({ kind: choice, sort: choice === 'rules' && sort === 'manual' ? 'featured' : sort })
            }
          >
            {texts.kinds[choice]}
          </Radio>
        ))}
      </div>
    </fieldset>
  );
}

function Sort({ values: { kind, sort }, error, onChange }: ChoiceProps & { error?: string }) {
  const { manual, ...others } = texts.sorts;
  const sorts = kind === 'manual' ? { manual, ...others } : others;
  return (
    <ChoiceField
      name="sort"
      label={texts.sort}
      of={sorts}
      value={sort}
      error={error}
      onChange={({ target }) => onChange({ sort: COLLECTION_SORTS.find((one) => one === target.value) ?? sort })}
    />
  );
}

type CollectionImageProps = UploadState & {
  values: CollectionFormValues;
  errors: Record<string, string>;
  onChange: (patch: Partial<CollectionFormValues>) => void;
};

/** The URL of the image; uploading a file fills it. */
function CollectionImage({ values, errors, onChange, uploading, onUploading }: CollectionImageProps) {
  const { image, imageAlt } = values;

  return (
    <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-4">
      <Thumbnail src={image} size={96} />
      <div className="grid gap-4">
        <TextField
          name="image"
          label={texts.image}
          value={image}
          error={errors.image}
          onChange={({ target }) => onChange({ image: target.value })}
        />
        <ImageUpload uploading={uploading} onUploading={onUploading} onUploaded={(url) => onChange({ image: url })} />
        <TextField
          name="imageAlt"
          label={texts.imageAlt}
          value={imageAlt}
          error={errors.imageAlt}
          onChange={({ target }) => onChange({ imageAlt: target.value })}
        />
      </div>
    </div>
  );
}
