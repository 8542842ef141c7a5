import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { useState } from 'react';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextAreaField, TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/slide';
import { ImageField } from './image-field.tsx';
import { ItemForm, RemoveItem } from './item-form.tsx';
import { itemIn, loadOnlineStore, saveItem } from './online-store.server.ts';
import { SlideForm as SlideFormSchema } from './online-store-fields.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  const { slides } = await loadOnlineStore(request);
  return { version: slides.version, slide: itemIn(slides.items, params.itemId) };
}

export const action = ({ request, params }: Route.ActionArgs) =>
  saveItem(request, { section: 'slides', itemId: params.itemId }, SlideFormSchema);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed), failed: undefined }));

const titleOf = (isExisting: boolean) => (isExisting ? texts.editSlide : texts.addSlide);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, titleOf(loaderData?.slide !== undefined));

export default function SlidePage({ loaderData: { version, slide }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={titleOf(slide !== undefined)} above={[{ label: texts.title, to: '/admin/online-store' }]}>
      <FlashMessage result={actionData} />
      <SlideForm slide={slide} version={version} lastResult={actionData?.reply} />
      {slide && <RemoveItem name={slide.title} version={version} />}
    </AdminPage>
  );
}

type SlideFormProps = {
  /** The slide to edit; undefined for a new one. */
  slide?: OnlineStore['slides']['items'][number];
  version: number;
  lastResult?: SubmissionResult;
};

function SlideForm({ slide, version, lastResult }: SlideFormProps) {
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
