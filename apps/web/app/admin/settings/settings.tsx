import { adminMessages } from '@shop/contracts/admin/messages';
import { listCategories } from '@shop/contracts/catalog/operations';
import { storeSettingsMessages } from '@shop/contracts/settings/admin-messages';
import { getStoreSettings, updateStoreSettings } from '@shop/contracts/settings/admin-operations';
import { data, redirect } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/settings';
import { StoreSettingsFields } from './store-settings-fields.ts';
import { StoreSettingsForm } from './store-settings-form.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [settings, categories] = await Promise.all([api.read(getStoreSettings), api.read(listCategories)]);
  return { settings, categories };
}

export async function action({ request }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    StoreSettingsFields,
    ({ freeShippingOver = null, logo = null, contactEmail = null, ...settings }) =>
      apiFor(request).call(updateStoreSettings, { body: { ...settings, freeShippingOver, logo, contactEmail } }),
    adminMessages.failed,
  );
  if (sent.ok) throw redirect('/admin/settings?done=saved');
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, storeSettingsMessages.title);

export default function SettingsPage({ loaderData: { settings, categories }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={storeSettingsMessages.title}>
      <FlashMessage texts={{ saved: storeSettingsMessages.saved }} result={actionData && {}} />
      {/* The key resets the form to the saved values. */}
      <StoreSettingsForm
        key={settings.version}
        settings={settings}
        categories={categories}
        lastResult={actionData?.reply}
      />
    </AdminPage>
  );
}
