import { listCampaigns } from '@shop/contracts/campaigns/admin-operations';
import { campaignStateLabels, adminCampaignMessages as texts } from '@shop/contracts/campaigns/messages';
import { Megaphone } from 'lucide-react';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { ChoiceFilter } from '#admin/kit/filter-chip.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { usePolling } from '#lib/polling.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/campaigns';
import { CARD, campaignColumns } from './campaign-columns.tsx';

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
