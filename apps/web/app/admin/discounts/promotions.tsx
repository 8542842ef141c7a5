import { adminMessages } from '@shop/contracts/admin/messages';
import { discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import { getDiscountCode, listDiscountCodes, setDiscountCodeActive } from '@shop/contracts/discounts/admin-operations';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { TicketPercent } from 'lucide-react';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { confirmationResponse, previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/promotions';
import { DISCOUNT_CODE_CARD, discountCodeColumns } from './discount-code-columns.tsx';
import { FREE_PERCENT } from './discount-code-fields.ts';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, listDiscountCodes, url.searchParams);

export async function action({ request, url }: Route.ActionArgs) {
  const [api, form] = [apiFor(request), await formOf(request)];
  const active = form.get('active') === 'true';
  const params = { id: String(form.get('id') ?? '') };
  const change = { params, body: { active } };
  if (active) {
    const code = await api.call(getDiscountCode, { params });
    const isFree = code.ok && code.value.percent === FREE_PERCENT;
    const dryRun = () => api.call(dryRunOf(setDiscountCodeActive), change);
    const preview = isFree ? await previewEffects(form, dryRun) : undefined;
    if (preview) return confirmationResponse(preview);
  }
  const saved = await api.call(setDiscountCodeActive, change);
  return redirectAfterAction(url, active ? 'activated' : 'deactivated', saved);
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = {
  created: texts.created,
  saved: texts.saved,
  deactivated: texts.deactivated,
  activated: texts.activated,
};

export default function PromotionsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors } = loaderData;
  const result: (ToastResult & { confirmation?: Confirmation }) | undefined = actionData;
  const code = items.find(({ id }) => id === fieldIn(result?.confirmation, 'id'))?.code ?? '';
  const canWrite = useCan()('promotions.write');
  const add = canWrite && <ButtonLink to="/admin/promotions/new">{texts.add}</ButtonLink>;
  return (
    <AdminPage title={texts.title} actions={items.length > 0 && add}>
      <FlashMessage texts={DONE} result={result} />
      <ConfirmEffects
        confirmation={result?.confirmation}
        title={texts.confirmActivate(code)}
        confirm={texts.activate}
        busyLabel={adminMessages.saving}
        keep={texts.keepDeactivated}
      />
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
