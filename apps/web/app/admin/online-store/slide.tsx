import { adminMessages } from '@shop/contracts/admin/messages';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/slide';
import { RemoveItem } from './item-form.tsx';
import { itemIn, loadOnlineStore, saveItem } from './online-store.server.ts';
import { SlideForm as SlideFormSchema } from './online-store-fields.ts';
import { SlideForm } from './slide-form.tsx';

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
