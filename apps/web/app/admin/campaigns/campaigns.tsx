import { listCampaigns } from '@shop/contracts/campaigns/admin-operations';
import {
  campaignAudienceLabels,
  campaignStateLabels,
  adminCampaignMessages as texts,
} from '@shop/contracts/campaigns/messages';
import type { Campaign } from '@shop/contracts/campaigns/schema';
import { Megaphone } from 'lucide-react';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { Age, SecondLine } from '#admin/kit/cells.tsx';
import { ChoiceFilter } from '#admin/kit/filter-chip.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { wholeNumber } from '#lib/format.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { usePolling } from '#lib/polling.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/campaigns';
import { CampaignStateLabel } from './campaign-state.tsx';

const POLL_INTERVAL_MS = 2_000;

export const loader = ({ request, url }: Route.LoaderArgs) => loadAdminList(request, listCampaigns, url.searchParams);

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export default function CampaignsPage({ loaderData: { items, next, errors, now } }: Route.ComponentProps) {
  const canWrite = useCan()('promotions.write');
  usePolling(
    items.some(({ state }) => state === 'sending'),
    POLL_INTERVAL_MS,
  );
  const create = canWrite && <ButtonLink to="/admin/campaigns/new">{texts.create}</ButtonLink>;
  return (
    <AdminPage title={texts.title} actions={create}>
      <AdminList
        label={texts.title}
        caption={texts.list}
        filters={<ChoiceFilter label={texts.state} name="state" any={texts.anyState} of={campaignStateLabels} />}
        errors={errors}
        columns={campaignColumns(now)}
        card={CARD}
        rows={items}
        keyOf={({ id }) => id}
        next={next}
        empty={{ icon: Megaphone, title: texts.none, hint: texts.noneYet, filtered: texts.noneFound }}
      />
    </AdminPage>
  );
}

const CARD = 'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:gap-y-0.5';
const RIGHT = 'max-tablet:col-start-2 max-tablet:justify-self-end';

const sentOf = ({ emails, notifications }: Campaign) => emails + notifications;
const expectedOf = ({ expectedEmails, expectedNotifications }: Campaign) => expectedEmails + expectedNotifications;

const campaignColumns = (now: Date): ListColumn<Campaign>[] => [
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
