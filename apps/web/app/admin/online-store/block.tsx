import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { BLOCK_KINDS, type BlockKind, REPEATABLE_KIND } from '@shop/contracts/content/home-constants';
import { blockKindLabels, onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { useState } from 'react';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { TextAreaField, TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/block';
import { ImageField } from './image-field.tsx';
import { ItemForm, RemoveItem } from './item-form.tsx';
import { itemIn, loadOnlineStore, saveItem } from './online-store.server.ts';
import { BlockForm as BlockFormSchema } from './online-store-fields.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  const { blocks } = await loadOnlineStore(request);
  const isFree = (kind: (typeof BLOCK_KINDS)[number]) =>
    kind === REPEATABLE_KIND || blocks.items.every((block) => block.kind !== kind);
  return {
    version: blocks.version,
    block: itemIn(blocks.items, params.itemId),
    kinds: BLOCK_KINDS.filter(isFree),
  };
}

export const action = ({ request, params }: Route.ActionArgs) =>
  saveItem(request, { section: 'blocks', itemId: params.itemId }, BlockFormSchema);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed), failed: undefined }));

const titleOf = (isExisting: boolean) => (isExisting ? texts.editBlock : texts.addBlock);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, titleOf(loaderData?.block !== undefined));

export default function BlockPage({ loaderData: { version, block, kinds }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={titleOf(block !== undefined)} above={[{ label: texts.title, to: '/admin/online-store' }]}>
      <FlashMessage result={actionData} />
      <BlockForm block={block} kinds={kinds} version={version} lastResult={actionData?.reply} />
      {block && <RemoveItem name={block.heading || blockKindLabels[block.kind]} version={version} />}
    </AdminPage>
  );
}

type BlockFormProps = {
  /** The block to edit; undefined for a new one. */
  block?: OnlineStore['blocks']['items'][number];
  /** The kinds that a new block can have. */
  kinds: BlockKind[];
  version: number;
  lastResult?: SubmissionResult;
};

/** The kind of an existing block cannot be changed. Image and link belong to blocks with image and text only. */
function BlockForm({ block, kinds, version, lastResult }: BlockFormProps) {
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
