import { discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { TicketPercent } from 'lucide-react';
import { DISCOUNT_CODE_CARD, discountCodeColumns } from '#features/admin/discounts/discount-code-columns.tsx';
import { AdminList } from '#features/admin/list/admin-list.tsx';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/promotions';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, '/admin/discount-codes', url.searchParams, DiscountCode);

export async function action({ request, url }: Route.ActionArgs) {
  const text = await readForm(request);
  const active = text('active') === 'true';
  const path = `/admin/discount-codes/${encodeURIComponent(text('id'))}/active`;
  return redirectAfterAction(
    url,
    active ? 'activated' : 'deactivated',
    await apiFor(request).put(path, DiscountCode, { active }),
  );
}

export const meta = () => adminMeta(texts.title);

const DONE = {
  created: texts.created,
  saved: texts.saved,
  deactivated: texts.deactivated,
  activated: texts.activated,
};

export default function PromotionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors } = loaderData;
  const canWrite = useCan()('promotions.write');
  const add = canWrite && <ButtonLink to="/admin/promotions/new">{texts.add}</ButtonLink>;
  return (
    <AdminPage title={texts.title} actions={items.length > 0 && add}>
      <FlashMessage texts={DONE} result={actionData} />
      <AdminList
        label={texts.title}
        caption={texts.title}
        errors={errors}
        sorts={texts.sorts}
        defaultSort="-created"
        columns={discountCodeColumns(canWrite)}
        card={DISCOUNT_CODE_CARD}
        rows={items}
        keyOf={({ id }) => id}
        keys={canWrite ? 'open' : 'none'}
        next={next}
        empty={{ icon: TicketPercent, title: texts.none, hint: texts.noneYet, action: add }}
      />
    </AdminPage>
  );
}
