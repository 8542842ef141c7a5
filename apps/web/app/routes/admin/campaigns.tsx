import { adminMessages } from '@shop/contracts/admin-texts';
import { Campaign } from '@shop/contracts/campaigns';
import { adminCampaignMessages as words } from '@shop/contracts/campaigns-texts';
import { Megaphone } from 'lucide-react';
import { data, redirect } from 'react-router';
import { Outcome } from '#components/account/outcome.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { CampaignForm } from '#components/admin/campaign-form.tsx';
import { CampaignTable } from '#components/admin/campaign-table.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { useMay } from '#components/admin/staff.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { adminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { CampaignFields } from '#lib/campaign-fields.ts';
import { formOf } from '#lib/form.server.ts';
import { refusalOr, sendForm } from '#lib/send-form.server.ts';
import { notSent, whenUnreachable } from '#lib/unreachable.ts';
import { useWatch } from '#lib/watching.ts';
import type { Route } from './+types/campaigns';

const WATCH_EVERY_MS = 2_000;

export async function loader({ request, url }: Route.LoaderArgs) {
  return {
    ...(await adminList(request, '/admin/campaigns', url.searchParams, Campaign)),
    sendKey: crypto.randomUUID(),
  };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const sent = await sendForm(
    form,
    CampaignFields,
    (campaign) => apiFor(request).post('/admin/campaigns', Campaign, campaign, String(form.get('key'))),
    refusalOr(adminMessages.failed),
  );
  if (sent.ok) throw redirect('/admin/campaigns?done=started');
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(whenUnreachable({ reply: notSent(adminMessages.failed) }));

export const meta = () => adminMeta(words.title);

export default function CampaignsPage({ loaderData: { items, next, sendKey }, actionData }: Route.ComponentProps) {
  const may = useMay();
  useWatch(
    items.some(({ finishedAt }) => !finishedAt),
    WATCH_EVERY_MS,
  );
  return (
    <AdminPage title={words.title}>
      <Outcome words={{ started: words.started }} />
      <p className="mb-6 text-ink-soft">{words.lead}</p>
      <div className="grid gap-6">
        {/* What was sent empties the form, and only a new form is empty. */}
        {may('promotions.write') && <CampaignForm key={items[0]?.id} sendKey={sendKey} reply={actionData?.reply} />}
        <Panel title={words.sent}>
          {items.length > 0 ? (
            <CampaignTable campaigns={items} />
          ) : (
            <EmptyState icon={Megaphone} title={words.none}>
              {words.noneYet}
            </EmptyState>
          )}
        </Panel>
      </div>
      <Pager next={next} />
    </AdminPage>
  );
}
