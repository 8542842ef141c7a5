import { adminMessages } from '@shop/contracts/admin/messages';
import { updateAnnouncement } from '@shop/contracts/content/admin-operations';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import { data, redirect } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { findStoreIdentity } from '#lib/store-settings.server.ts';
import { zoneOfForm } from '#lib/store-time.ts';
import type { Route } from './+types/announcement';
import { AnnouncementForm } from './announcement-form.tsx';
import { loadOnlineStore, ONLINE_STORE } from './online-store.server.ts';
import { AnnouncementForm as AnnouncementFormSchema, announcementOf } from './online-store-fields.ts';

export async function loader({ request }: Route.LoaderArgs) {
  return { announcement: (await loadOnlineStore(request)).announcement };
}

export async function action({ request }: Route.ActionArgs) {
  const [form, { timeZone }] = await Promise.all([formOf(request), findStoreIdentity()]);
  const version = Number(form.get('version'));
  const zone = zoneOfForm(form, timeZone);
  const sent = await sendForm(
    form,
    AnnouncementFormSchema,
    (fields) => apiFor(request).call(updateAnnouncement, { body: { ...announcementOf(fields, zone), version } }),
    adminMessages.failed,
  );
  if (sent.ok) throw redirect(`${ONLINE_STORE}?done=saved`);
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.editAnnouncement);

export default function AnnouncementPage({ loaderData: { announcement }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={texts.editAnnouncement} above={[{ label: texts.title, to: '/admin/online-store' }]}>
      <AnnouncementForm announcement={announcement} lastResult={actionData?.reply} />
    </AdminPage>
  );
}
