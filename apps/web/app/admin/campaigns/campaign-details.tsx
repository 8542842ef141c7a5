import {
  campaignAudienceLabels,
  campaignChannelLabels,
  adminCampaignMessages as texts,
} from '@shop/contracts/campaigns/messages';
import type { Campaign } from '@shop/contracts/campaigns/schema';
import { Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';

/** The text and audience of a campaign that can't be edited. */
export const CampaignDetails = ({ campaign: { message, link, audience, channels } }: { campaign: Campaign }) => (
  <Panel title={texts.content} className="grid gap-5">
    <p className="whitespace-pre-line wrap-anywhere">{message}</p>
    <DetailList
      of={{
        ...(link && { [texts.link]: link }),
        [texts.audience]: campaignAudienceLabels[audience],
        [texts.channels]: channels.map((channel) => campaignChannelLabels[channel]).join(', '),
      }}
    />
  </Panel>
);
