import { adminMessages } from '@shop/contracts/admin/messages';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/link';
import { RemoveItem } from './item-form.tsx';
import { LinkForm } from './link-form.tsx';
import { itemIn, loadOnlineStore, saveItem } from './online-store.server.ts';
import { LinkForm as LinkFormSchema } from './online-store-fields.ts';

export async function loader({ request, params, url }: Route.LoaderArgs) {
  const { menus } = await loadOnlineStore(request);
  return {
    version: menus.version,
    link: itemIn(menus.items, params.itemId),
    menu: url.searchParams.get('menu') === 'footer' ? ('footer' as const) : ('header' as const),
  };
}

export const action = ({ request, params }: Route.ActionArgs) =>
  saveItem(request, { section: 'menus', itemId: params.itemId }, LinkFormSchema);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed), failed: undefined }));

const titleOf = (isExisting: boolean) => (isExisting ? texts.editLink : texts.newLink);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, titleOf(loaderData?.link !== undefined));

export default function LinkPage({ loaderData: { version, link, menu }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={titleOf(link !== undefined)} above={[{ label: texts.title, to: '/admin/online-store' }]}>
      <FlashMessage result={actionData} />
      <LinkForm link={link} menu={menu} version={version} lastResult={actionData?.reply} />
      {link && <RemoveItem name={link.label} version={version} />}
    </AdminPage>
  );
}
