import { adminMessages } from '@shop/contracts/admin/messages';
import { BLOCK_KINDS, REPEATABLE_KIND } from '@shop/contracts/content/home-constants';
import { blockKindLabels, onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/block';
import { BlockForm } from './block-form.tsx';
import { RemoveItem } from './item-form.tsx';
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
