import type { CampaignState } from '@shop/contracts/campaigns/constants';
import { campaignStateLabels } from '@shop/contracts/campaigns/messages';
import { QuietState } from '#admin/kit/cells.tsx';
import { Badge } from '#ui/badge.tsx';

/** What is under way or was stopped stands out. */
export function CampaignStateLabel({ state }: { state: CampaignState }) {
  const label = campaignStateLabels[state];
  if (state === 'sending') return <Badge tone="processing">{label}</Badge>;
  if (state === 'stopped') return <Badge tone="cancelled">{label}</Badge>;
  return <QuietState dot={state === 'sent' ? 'good' : state === 'scheduled' ? 'waiting' : 'off'}>{label}</QuietState>;
}
