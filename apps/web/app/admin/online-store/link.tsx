import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import type { MenuName } from '@shop/contracts/content/home-constants';
import { menuLabels, onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/link';
import { ItemForm, RemoveItem } from './item-form.tsx';
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

type LinkFormProps = {
  /** The link to edit; undefined for a new one. */
  link?: OnlineStore['menus']['items'][number];
  /** Of a new link. */
  menu: MenuName;
  version: number;
  lastResult?: SubmissionResult;
};

function LinkForm({ link, menu, version, lastResult }: LinkFormProps) {
  const [form, fields] = useContractForm(LinkFormSchema, { id: 'link', lastResult, defaultValue: link ?? { menu } });
  return (
    <ItemForm formProps={getFormProps(form)} error={form.errors?.[0]} version={submittedVersion(lastResult, version)}>
      <ChoiceField {...fieldOf(fields.menu)} label={texts.menu} of={menuLabels} />
      <TextField {...fieldOf(fields.column)} label={texts.column} hint={texts.columnHint} />
      <TextField {...fieldOf(fields.label)} label={texts.linkLabel} />
      <TextField {...fieldOf(fields.href)} label={texts.url} hint={texts.urlHint} />
    </ItemForm>
  );
}
