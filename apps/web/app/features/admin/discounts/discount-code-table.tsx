import { discountCodeStatusLabels, discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import type { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { Form } from 'react-router';
import { useCan } from '#features/admin/shared/staff.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

const TONES = {
  active: 'delivered',
  deactivated: 'cancelled',
  scheduled: 'pending',
  expired: 'other',
  limit_reached: 'other',
} as const;

const COLUMNS = [
  {
    label: texts.code,
    cell: ({ code, title }: DiscountCode) => (
      <>
        <span className="block font-semibold">{code}</span>
        {title && <span className="block text-ink-muted">{title}</span>}
      </>
    ),
  },
  { label: texts.discount, cell: ({ percent }: DiscountCode) => texts.off(percent), short: true },
  {
    label: texts.status,
    short: true,
    cell: ({ status }: DiscountCode) => <Badge tone={TONES[status]}>{discountCodeStatusLabels[status]}</Badge>,
  },
  { label: texts.used, cell: ({ used, usageLimit }: DiscountCode) => texts.usedOf(used, usageLimit) },
];
const ACTIONS = { label: texts.actions, cell: (discountCode: DiscountCode) => <Actions {...discountCode} /> };

export function DiscountCodeTable({ discountCodes }: { discountCodes: DiscountCode[] }) {
  const columns = useCan()('promotions.write') ? [...COLUMNS, ACTIONS] : COLUMNS;
  return <Table caption={texts.list} columns={columns} rows={discountCodes} keyOf={({ id }) => id} />;
}

function Actions({ id, code, active }: DiscountCode) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center justify-end gap-4 py-2 tablet:justify-start"
    >
      <TextLink to={`/admin/promotions/${id}`} aria-label={texts.editOf(code)}>
        {texts.edit}
      </TextLink>
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="active"
        value={String(!active)}
        look="secondary"
        compact
        aria-label={active ? texts.deactivateOf(code) : texts.activateOf(code)}
      >
        {active ? texts.deactivate : texts.activate}
      </Button>
    </Form>
  );
}
