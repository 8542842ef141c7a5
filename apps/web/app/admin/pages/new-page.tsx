import { adminMessages } from '@shop/contracts/admin/messages';
import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { createPage } from '@shop/contracts/content/admin-operations';
import { data, redirect } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import { listPlaceholders } from '#shop/content/placeholders.ts';
import type { Route } from './+types/new-page';
import { NewPageForm } from './new-page-form.tsx';
import { NewPageFields } from './page-fields.ts';
import { PlaceholderList } from './placeholder-list.tsx';

export async function loader() {
  return { placeholders: listPlaceholders(await getStoreSettings()) };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const sent = await sendForm(
    form,
    NewPageFields,
    (page) => apiFor(request).call(createPage, { body: page, key: formKeyOf(form) }),
    adminMessages.failed,
  );
  if (sent.ok) throw redirect(`/admin/pages/${sent.value.id}?done=created`);
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.add);

export default function NewPagePage({ loaderData: { placeholders }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={texts.add} above={[{ label: texts.title, to: '/admin/pages' }]}>
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <NewPageForm lastResult={actionData?.reply} />
        <PlaceholderList placeholders={placeholders} />
      </div>
    </AdminPage>
  );
}
