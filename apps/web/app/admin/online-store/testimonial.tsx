import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextAreaField, TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/testimonial';
import { ItemForm, RemoveItem } from './item-form.tsx';
import { itemIn, loadOnlineStore, saveItem } from './online-store.server.ts';
import { TestimonialForm as TestimonialFormSchema } from './online-store-fields.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  const { testimonials } = await loadOnlineStore(request);
  return { version: testimonials.version, testimonial: itemIn(testimonials.items, params.itemId) };
}

export const action = ({ request, params }: Route.ActionArgs) =>
  saveItem(request, { section: 'testimonials', itemId: params.itemId }, TestimonialFormSchema);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed), failed: undefined }));

const titleOf = (isExisting: boolean) => (isExisting ? texts.editTestimonial : texts.addTestimonial);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, titleOf(loaderData?.testimonial !== undefined));

export default function TestimonialPage({ loaderData: { version, testimonial }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={titleOf(testimonial !== undefined)} above={[{ label: texts.title, to: '/admin/online-store' }]}>
      <FlashMessage result={actionData} />
      <TestimonialForm testimonial={testimonial} version={version} lastResult={actionData?.reply} />
      {testimonial && <RemoveItem name={testimonial.name} version={version} />}
    </AdminPage>
  );
}

type TestimonialFormProps = {
  /** The testimonial to edit; undefined for a new one. */
  testimonial?: OnlineStore['testimonials']['items'][number];
  version: number;
  lastResult?: SubmissionResult;
};

function TestimonialForm({ testimonial, version, lastResult }: TestimonialFormProps) {
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
