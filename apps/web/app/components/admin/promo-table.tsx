import type { PromoCode } from '@shop/contracts/promo-codes';
import { promoStateLabels, promoMessages as texts } from '@shop/contracts/promo-codes-texts';
import { Form } from 'react-router';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Table } from '#components/ui/table.tsx';
import { useCan } from './staff.ts';
import { TextLink } from './text-link.tsx';

const TONES = {
  running: 'delivered',
  stopped: 'cancelled',
  waiting: 'pending',
  ended: 'other',
  spent: 'other',
} as const;

const COLUMNS = [
  {
    label: texts.code,
    cell: ({ code, title }: PromoCode) => (
      <>
        <span className="block font-semibold">{code}</span>
        {title && <span className="block text-ink-muted">{title}</span>}
      </>
    ),
  },
  { label: texts.discount, cell: ({ percent }: PromoCode) => texts.off(percent), short: true },
  {
    label: texts.state,
    short: true,
    cell: ({ state }: PromoCode) => <Badge tone={TONES[state]}>{promoStateLabels[state]}</Badge>,
  },
  { label: texts.used, cell: ({ used, usageLimit }: PromoCode) => texts.usedOf(used, usageLimit) },
];
const ACTIONS = { label: texts.actions, cell: (promo: PromoCode) => <Actions {...promo} /> };

export function PromoTable({ promos }: { promos: PromoCode[] }) {
  const columns = useCan()('promotions.write') ? [...COLUMNS, ACTIONS] : COLUMNS;
  return <Table caption={texts.list} columns={columns} rows={promos} keyOf={({ id }) => id} />;
}

function Actions({ id, code, active }: PromoCode) {
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
        aria-label={active ? texts.stopOf(code) : texts.resumeOf(code)}
      >
        {active ? texts.stop : texts.resume}
      </Button>
    </Form>
  );
}
