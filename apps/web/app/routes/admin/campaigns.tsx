import { adminMessages } from '@shop/contracts/admin/messages';
import { adminCampaignMessages as texts } from '@shop/contracts/notifications/admin-messages';
import { Campaign } from '@shop/contracts/notifications/admin-schema';
import { Megaphone } from 'lucide-react';
import { data, redirect } from 'react-router';
import { CampaignFields } from '#features/admin/campaigns/campaign-fields.ts';
import { CampaignForm } from '#features/admin/campaigns/campaign-form.tsx';
import { CampaignTable } from '#features/admin/campaigns/campaign-table.tsx';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage, Panel } from '#features/admin/shared/admin-page.tsx';
import { Pager } from '#features/admin/shared/pager.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { usePolling } from '#lib/polling.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/campaigns';

const POLL_INTERVAL_MS = 2_000;

export async function loader({ request, url }: Route.LoaderArgs) {
  return {
    ...(await loadAdminList(request, '/admin/campaigns', url.searchParams, Campaign)),
    sendKey: crypto.randomUUID(),
  };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const sent = await sendForm(
    form,
    CampaignFields,
    (campaign) => apiFor(request).post('/admin/campaigns', Campaign, campaign, String(form.get('key'))),
    adminMessages.failed,
  );
  if (sent.ok) throw redirect('/admin/campaigns?done=started');
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta = () => adminMeta(texts.title);

export default function CampaignsPage({ loaderData: { items, next, sendKey }, actionData }: Route.ComponentProps) {
  const can = useCan();
  usePolling(
    items.some(({ finishedAt }) => !finishedAt),
    POLL_INTERVAL_MS,
  );
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={{ started: texts.started }} result={actionData && {}} />
      <p className="mb-6 text-ink-soft">{texts.lead}</p>
      <div className="grid gap-6">
        {/* The key resets the form after a campaign was sent. */}
        {can('promotions.write') && (
          <CampaignForm key={items[0]?.id} sendKey={sendKey} lastResult={actionData?.reply} />
        )}
        <Panel title={texts.sent}>
          {items.length > 0 ? (
            <CampaignTable campaigns={items} />
          ) : (
            <EmptyState icon={Megaphone} title={texts.none}>
              {texts.noneYet}
            </EmptyState>
          )}
        </Panel>
      </div>
      <Pager next={next} />
    </AdminPage>
  );
}
