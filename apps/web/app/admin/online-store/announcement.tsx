import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { updateAnnouncement } from '@shop/contracts/content/admin-operations';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { data, redirect } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { findStoreProfile } from '#lib/store-settings.server.ts';
import { useStoreTimeZone, ZONE_FIELD, zoneOfForm } from '#lib/store-time.ts';
import { Checkbox } from '#ui/form/choice.tsx';
import { TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/announcement';
import { ItemForm } from './item-form.tsx';
import { loadOnlineStore, ONLINE_STORE } from './online-store.server.ts';
import {
  AnnouncementForm as AnnouncementFormSchema,
  announcementOf,
  typedAnnouncement,
} from './online-store-fields.ts';

export async function loader({ request }: Route.LoaderArgs) {
  return { announcement: (await loadOnlineStore(request)).announcement };
}

export async function action({ request }: Route.ActionArgs) {
  const [form, { timeZone }] = await Promise.all([formOf(request), findStoreProfile()]);
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

type AnnouncementFormProps = { announcement: OnlineStore['announcement']; lastResult?: SubmissionResult };

function AnnouncementForm({ announcement, lastResult }: AnnouncementFormProps) {
  const timeZone = useStoreTimeZone();
  const dateHint = texts.dateHint(timeZone);
  const [form, fields] = useContractForm(AnnouncementFormSchema, {
    id: 'announcement',
    lastResult,
    defaultValue: typedAnnouncement(announcement, timeZone),
  });
  return (
    <ItemForm
      formProps={getFormProps(form)}
      error={form.errors?.[0]}
      version={submittedVersion(lastResult, announcement.version)}
    >
      <input type="hidden" name={ZONE_FIELD} value={timeZone} />
      <div className="col-span-full">
        <Checkbox name="enabled" defaultChecked={fields.enabled.defaultChecked}>
          {texts.announcementEnabled}
        </Checkbox>
      </div>
      <TextField {...fieldOf(fields.text)} label={texts.announcementText} className="col-span-full" />
      <TextField {...fieldOf(fields.href)} label={texts.url} hint={texts.urlHint} className="col-span-full" />
      <TextField {...fieldOf(fields.startsAt)} label={texts.starts} hint={dateHint} type="datetime-local" />
      <TextField {...fieldOf(fields.endsAt)} label={texts.ends} hint={dateHint} type="datetime-local" />
    </ItemForm>
  );
}
