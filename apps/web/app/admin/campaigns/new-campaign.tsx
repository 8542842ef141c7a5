import { adminMessages } from '@shop/contracts/admin/messages';
import { adminCampaignMessages as texts } from '@shop/contracts/campaigns/messages';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/new-campaign';
import { createCampaign } from './campaign-actions.server.ts';
import { CampaignForm } from './campaign-form.tsx';
import type { CampaignResult } from './campaign-result.ts';

export const action = ({ request }: Route.ActionArgs) => createCampaign(request);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<CampaignResult>({ reply: networkErrorResult(adminMessages.failed) }));

/** A guarded page needs a loader, so that its guard also runs on a client-side navigation. */
export const loader = () => null;

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.create);

export default function NewCampaignPage({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={texts.create} above={[{ label: texts.title, to: '/admin/campaigns' }]}>
      <CampaignForm lastResult={actionData?.reply} />
    </AdminPage>
  );
}
