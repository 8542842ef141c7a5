import { discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { TicketPercent } from 'lucide-react';
import { FlashMessage } from '#components/account/flash-message.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { DiscountCodeTable } from '#components/admin/discount-code-table.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { useCan } from '#components/admin/staff.ts';
import { ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { redirectAfterAction } from '#lib/admin-action.server.ts';
import { loadAdminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/form.server.ts';
import type { Route } from './+types/promotions';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, '/admin/discount-codes', url.searchParams, DiscountCode);

export async function action({ request, url }: Route.ActionArgs) {
  const text = await readForm(request);
  const active = text('active') === 'true';
  const path = `/admin/discount-codes/${encodeURIComponent(text('id'))}/active`;
  return redirectAfterAction(
    url,
    active ? 'resumed' : 'stopped',
    await apiFor(request).put(path, DiscountCode, { active }),
  );
}

export const meta = () => adminMeta(texts.title);

const DONE = { created: texts.created, saved: texts.saved, stopped: texts.stopped, resumed: texts.resumed };

export default function PromotionsPage({ loaderData: { items, next }, actionData }: Route.ComponentProps) {
  const add = useCan()('promotions.write') && <ButtonLink to="/admin/promotions/new">{texts.add}</ButtonLink>;
  return (
    <AdminPage title={texts.title} actions={add}>
      <FlashMessage texts={DONE} result={actionData} />
      <Panel>
        {items.length > 0 ? (
          <DiscountCodeTable discountCodes={items} />
        ) : (
          <EmptyState icon={TicketPercent} title={texts.none}>
            {texts.noneYet}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
    </AdminPage>
  );
}
