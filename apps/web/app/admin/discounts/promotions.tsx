import { adminMessages } from '@shop/contracts/admin/messages';
import { discountCodeStatusLabels, discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import { getDiscountCode, listDiscountCodes, setDiscountCodeActive } from '@shop/contracts/discounts/admin-operations';
import type { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { TicketPercent } from 'lucide-react';
import { Form } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { QuietState, SecondLine } from '#admin/kit/cells.tsx';
import { confirmationResponse, previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { QUIET, QuietLink, RowButton, RowLink } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/promotions';
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

const TONES = { deactivated: 'cancelled', scheduled: 'pending', expired: 'other', limit_reached: 'other' } as const;

/** Code and title left, discount and status beside them, the action right. */
const DISCOUNT_CODE_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-0.5';

const discountCodeColumns = (canWrite: boolean): ListColumn<DiscountCode>[] => [
  {
    key: 'code',
    label: texts.code,
    sort: ['code', '-code'],
    className: 'max-tablet:col-start-1 max-tablet:row-span-2 max-tablet:row-start-1',
    cell: (discountCode) => <Code {...discountCode} canWrite={canWrite} />,
  },
  {
    key: 'discount',
    label: texts.discount,
    className: 'tablet:w-28 max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:justify-self-end',
    cell: ({ percent }) => texts.off(percent),
  },
  {
    key: 'status',
    label: texts.status,
    className: 'tablet:w-32 max-tablet:col-start-2 max-tablet:row-start-2 max-tablet:justify-self-end',
    cell: ({ status }) =>
      status === 'active' ? (
        <QuietState dot="good">{discountCodeStatusLabels.active}</QuietState>
      ) : (
        <Badge tone={TONES[status]}>{discountCodeStatusLabels[status]}</Badge>
      ),
  },
  {
    key: 'used',
    label: texts.used,
    optional: 'on',
    numeric: true,
    className: 'tablet:w-36 max-tablet:hidden',
    cell: ({ used, usageLimit }) => texts.usedOf(used, usageLimit),
  },
  ...(canWrite ? [ACTIONS] : []),
];

const ACTIONS: ListColumn<DiscountCode> = {
  key: 'actions',
  label: texts.actions,
  hideLabel: true,
  className: 'tablet:w-44 max-tablet:col-start-3 max-tablet:row-span-2 max-tablet:row-start-1',
  cell: (discountCode) => <Actions {...discountCode} />,
};

/** The page of a code is for those who can change it. */
function Code({ id, code, title, canWrite }: DiscountCode & { canWrite: boolean }) {
  return (
    <>
      {canWrite ? (
        <RowLink to={`/admin/promotions/${id}`} className="block truncate">
          {code}
        </RowLink>
      ) : (
        <span className="block truncate font-semibold">{code}</span>
      )}
      {title && <SecondLine>{title}</SecondLine>}
    </>
  );
}

/** No `action` attribute: posting to the current URL keeps the page and the sort order. */
function Actions({ id, code, active }: DiscountCode) {
  return (
    <Form method="post" preventScrollReset className={classes('flex items-center justify-end gap-4', QUIET)}>
      <QuietLink to={`/admin/promotions/${id}`} aria-label={texts.editOf(code)}>
        {texts.edit}
      </QuietLink>
      <input type="hidden" name="id" value={id} />
      <RowButton
        name="active"
        value={String(!active)}
        aria-label={active ? texts.deactivateOf(code) : texts.activateOf(code)}
      >
        {active ? texts.deactivate : texts.activate}
      </RowButton>
    </Form>
  );
}
