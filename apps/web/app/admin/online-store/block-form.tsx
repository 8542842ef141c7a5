import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { type BlockKind, REPEATABLE_KIND } from '@shop/contracts/content/home-constants';
import { blockKindLabels, onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { useState } from 'react';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { Checkbox } from '#ui/form/choice.tsx';
import { TextAreaField, TextField } from '#ui/form/field.tsx';
import { ImageField } from './image-field.tsx';
import { ItemForm } from './item-form.tsx';
import { BlockForm as BlockFormSchema } from './online-store-fields.ts';

type BlockFormProps = {
  /** The block to edit; undefined for a new one. */
  block?: OnlineStore['blocks']['items'][number];
  /** The kinds that a new block can have. */
  kinds: BlockKind[];
  version: number;
  lastResult?: SubmissionResult;
};

/** The kind of an existing block cannot be changed. Image and link belong to blocks with image and text only. */
export function BlockForm({ block, kinds, version, lastResult }: BlockFormProps) {
  const [uploading, setUploading] = useState(false);
  const [form, fields] = useContractForm(BlockFormSchema, {
    id: 'block',
    lastResult,
    defaultValue: block ?? { kind: REPEATABLE_KIND, enabled: true },
  });
  const isHero = block?.kind === 'hero';
  const isPromises = block?.kind === 'promises';
  const hasImage = !block || block.kind === REPEATABLE_KIND;
  const hint = block && !hasImage ? texts.defaultHint : undefined;
  return (
    <ItemForm
      formProps={getFormProps(form)}
      error={form.errors?.[0]}
      version={submittedVersion(lastResult, version)}
      uploading={uploading}
    >
      {block ? (
        <input type="hidden" name="kind" value={block.kind} />
      ) : (
        <ChoiceField
          {...fieldOf(fields.kind)}
          label={texts.kind}
          of={Object.fromEntries(kinds.map((kind) => [kind, blockKindLabels[kind]]))}
        />
      )}
      <div className="col-span-full">
        <Checkbox name="enabled" defaultChecked={fields.enabled.defaultChecked}>
          {texts.enabled}
        </Checkbox>
      </div>
      {!isHero && !isPromises && (
        <>
          <TextField {...fieldOf(fields.eyebrow)} label={texts.eyebrow} hint={hint} />
          <TextField {...fieldOf(fields.heading)} label={texts.heading} hint={hint} />
        </>
      )}
      {!isHero && (
        <TextAreaField
          {...fieldOf(fields.text)}
          label={texts.text}
          hint={isPromises ? texts.promisesHint : undefined}
          className="col-span-full"
        />
      )}
      {hasImage && (
        <>
          <ImageField field={fieldOf(fields.image)} uploading={uploading} onUploading={setUploading} />
          <TextField {...fieldOf(fields.imageAlt)} label={texts.alt} hint={texts.altHint} className="col-span-full" />
          <TextField {...fieldOf(fields.linkLabel)} label={texts.cta} />
          <TextField {...fieldOf(fields.href)} label={texts.url} hint={texts.urlHint} />
        </>
      )}
    </ItemForm>
  );
}
