import { discountCodeStatusLabels, discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import type { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { Form } from 'react-router';
import { QuietState, SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { QUIET, QuietLink, RowButton, RowLink } from '#admin/kit/row-link.tsx';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';

const TONES = { deactivated: 'cancelled', scheduled: 'pending', expired: 'other', limit_reached: 'other' } as const;

/** Code and title left, discount and status beside them, the action right. */
export const DISCOUNT_CODE_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-0.5';

export const discountCodeColumns = (canWrite: boolean): ListColumn<DiscountCode>[] => [
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
