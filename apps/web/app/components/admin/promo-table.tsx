import type { PromoCode } from '@shop/contracts/promo-codes';
import { promoStateLabels, promoMessages as words } from '@shop/contracts/promo-codes-texts';
import { Form } from 'react-router';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Table } from '#components/ui/table.tsx';
import { useMay } from './staff.ts';
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
    label: words.code,
    cell: ({ code, title }: PromoCode) => (
      <>
        <span className="block font-semibold">{code}</span>
        {title && <span className="block text-ink-muted">{title}</span>}
      </>
    ),
  },
  { label: words.discount, cell: ({ percent }: PromoCode) => words.off(percent), short: true },
  {
    label: words.state,
    short: true,
    cell: ({ state }: PromoCode) => <Badge tone={TONES[state]}>{promoStateLabels[state]}</Badge>,
  },
  { label: words.used, cell: ({ used, usageLimit }: PromoCode) => words.usedOf(used, usageLimit) },
];
const ACTIONS = { label: words.actions, cell: (promo: PromoCode) => <Actions {...promo} /> };

export function PromoTable({ promos }: { promos: PromoCode[] }) {
  const columns = useMay()('promotions.write') ? [...COLUMNS, ACTIONS] : COLUMNS;
  return <Table caption={words.list} columns={columns} rows={promos} keyOf={({ id }) => id} />;
}

function Actions({ id, code, active }: PromoCode) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center justify-end gap-4 py-2 tablet:justify-start"
    >
      <TextLink to={`/admin/promotions/${id}`} aria-label={words.editOf(code)}>
        {words.edit}
      </TextLink>
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="active"
        value={String(!active)}
        look="secondary"
        compact
        aria-label={active ? words.stopOf(code) : words.resumeOf(code)}
      >
        {active ? words.stop : words.resume}
      </Button>
    </Form>
  );
}
