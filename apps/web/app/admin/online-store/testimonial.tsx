import { adminMessages } from '@shop/contracts/admin/messages';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/testimonial';
import { RemoveItem } from './item-form.tsx';
import { itemIn, loadOnlineStore, saveItem } from './online-store.server.ts';
import { TestimonialForm as TestimonialFormSchema } from './online-store-fields.ts';
import { TestimonialForm } from './testimonial-form.tsx';

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
