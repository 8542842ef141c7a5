import { campaignAudienceLabels, adminCampaignMessages as texts } from '@shop/contracts/campaigns/messages';
import type { Campaign } from '@shop/contracts/campaigns/schema';
import { Age, SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { wholeNumber } from '#lib/format.ts';
import { CampaignStateLabel } from './campaign-state.tsx';

export const CARD = 'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:gap-y-0.5';
const RIGHT = 'max-tablet:col-start-2 max-tablet:justify-self-end';

const sentOf = ({ emails, notifications }: Campaign) => emails + notifications;
const expectedOf = ({ expectedEmails, expectedNotifications }: Campaign) => expectedEmails + expectedNotifications;

export const campaignColumns = (now: Date): ListColumn<Campaign>[] => [
  {
    key: 'title',
    label: texts.name,
    className: 'max-tablet:row-start-1',
    cell: ({ id, title, audience }) => (
      <>
        <RowLink to={`/admin/campaigns/${id}`} className="block truncate">
          {title}
        </RowLink>
        <SecondLine>{campaignAudienceLabels[audience]}</SecondLine>
      </>
    ),
  },
  {
    key: 'state',
    label: texts.state,
    className: `tablet:w-32 max-tablet:row-start-1 ${RIGHT}`,
    cell: ({ state }) => <CampaignStateLabel state={state} />,
  },
  {
    key: 'messages',
    label: texts.messages,
    optional: 'on',
    numeric: true,
    className: 'tablet:w-28 max-tablet:hidden',
    cell: (campaign) => (campaign.startedAt ? wholeNumber(expectedOf(campaign)) : ''),
  },
  {
    key: 'sent',
    label: texts.sent,
    optional: 'on',
    numeric: true,
    className: 'tablet:w-28 max-tablet:hidden',
    cell: (campaign) => (campaign.startedAt ? wholeNumber(sentOf(campaign)) : ''),
  },
  {
    key: 'date',
    label: texts.date,
    optional: 'on',
    className: `tablet:w-36 max-tablet:row-start-2 ${RIGHT}`,
    cell: ({ createdAt, startedAt }) => <Age at={startedAt ?? createdAt} now={now} className="text-ink-soft" />,
  },
];
