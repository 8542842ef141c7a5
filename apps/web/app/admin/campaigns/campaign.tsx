import { adminMessages } from '@shop/contracts/admin/messages';
import { countCampaignRecipients, getCampaign } from '@shop/contracts/campaigns/admin-operations';
import { SENDABLE_STATES } from '@shop/contracts/campaigns/constants';
import { adminCampaignMessages as texts } from '@shop/contracts/campaigns/messages';
import { staffMessages } from '@shop/contracts/common/messages';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { usePolling } from '#lib/polling.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/campaign';
import { changeCampaign } from './campaign-actions.server.ts';
import { CampaignDetails } from './campaign-details.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import type { CampaignResult } from './campaign-result.ts';
import { CampaignSending, ConfirmSending } from './campaign-sending.tsx';
import { CampaignStateLabel } from './campaign-state.tsx';

const POLL_INTERVAL_MS = 2_000;

/** Recipients are counted only while the campaign can still be sent. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const id = params.campaignId;
  const campaign = await api.read(getCampaign, { params: { id } });
  const isSendable = SENDABLE_STATES.includes(campaign.state);
  return { campaign, recipients: isSendable ? await api.read(countCampaignRecipients, { params: { id } }) : null };
}

export const action = ({ request, params }: Route.ActionArgs) => changeCampaign(request, params.campaignId);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<CampaignResult>({ failed: adminMessages.failed }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData?.campaign.title ?? texts.title);

const DONE = {
  created: texts.created,
  saved: texts.saved,
  tested: texts.tested,
  scheduled: texts.scheduled,
  started: texts.started,
  stopped: texts.stopped,
};

const COLUMN = 'grid min-w-0 grid-cols-1 content-start gap-4';

export default function CampaignPage({ loaderData: { campaign, recipients }, actionData }: Route.ComponentProps) {
  const canWrite = useCan()('promotions.write');
  usePolling(campaign.state === 'sending', POLL_INTERVAL_MS);
  return (
    <AdminPage
      title={campaign.title}
      above={[{ label: texts.title, to: '/admin/campaigns' }]}
      actions={<CampaignStateLabel state={campaign.state} />}
    >
      <FlashMessage texts={DONE} result={actionData} />
      {recipients && <ConfirmSending campaign={campaign} people={recipients.people} result={actionData} />}
      {campaign.lostPermission !== null && (
        <Notice kind="error">{staffMessages.lostPermission(campaign.lostPermission)}</Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-4 desktop:grid-cols-[minmax(0,1fr)_22rem]">
        <div className={COLUMN}>
          {campaign.state === 'draft' && canWrite ? (
            <CampaignForm campaign={campaign} lastResult={actionData?.reply} />
          ) : (
            <CampaignDetails campaign={campaign} />
          )}
          <CampaignPreview campaign={campaign} />
        </div>
        <div className={COLUMN}>
          {recipients ? (
            <CampaignSending campaign={campaign} recipients={recipients} result={actionData} />
          ) : (
            <CampaignProgress campaign={campaign} />
          )}
        </div>
      </div>
    </AdminPage>
  );
}
