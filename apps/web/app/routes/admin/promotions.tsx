import { PromoCode } from '@shop/contracts/promo-codes';
import { promoMessages as words } from '@shop/contracts/promo-codes-texts';
import { TicketPercent } from 'lucide-react';
import { Outcome } from '#components/account/outcome.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { PromoTable } from '#components/admin/promo-table.tsx';
import { useMay } from '#components/admin/staff.ts';
import { ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { afterDeed } from '#lib/admin-deed.server.ts';
import { adminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/form.server.ts';
import type { Route } from './+types/promotions';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  adminList(request, '/admin/promo-codes', url.searchParams, PromoCode);

export async function action({ request, url }: Route.ActionArgs) {
  const text = await readForm(request);
  const active = text('active') === 'true';
  const path = `/admin/promo-codes/${encodeURIComponent(text('id'))}/active`;
  return afterDeed(url, active ? 'resumed' : 'stopped', await apiFor(request).put(path, PromoCode, { active }));
}

export const meta = () => adminMeta(words.title);

const DONE = { created: words.created, saved: words.saved, stopped: words.stopped, resumed: words.resumed };

export default function PromotionsPage({ loaderData: { items, next }, actionData }: Route.ComponentProps) {
  const add = useMay()('promotions.write') && <ButtonLink to="/admin/promotions/new">{words.add}</ButtonLink>;
  return (
    <AdminPage title={words.title} actions={add}>
      <Outcome words={DONE} answer={actionData} />
      <Panel>
        {items.length > 0 ? (
          <PromoTable promos={items} />
        ) : (
          <EmptyState icon={TicketPercent} title={words.none}>
            {words.noneYet}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
    </AdminPage>
  );
}
