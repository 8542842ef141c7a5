import type { DisputeStatus, PaymentDispute } from '@shop/contracts/disputes';
import { disputeStatusLabels, reasonInWords, disputeMessages as words } from '@shop/contracts/disputes-texts';
import { charged } from '@shop/contracts/money';
import { Badge, type Tone } from '#components/ui/badge.tsx';
import { Table } from '#components/ui/table.tsx';
import { shortDate } from '#lib/format.ts';
import { TextLink } from './text-link.tsx';

const TONES: Record<DisputeStatus, Tone> = {
  open: 'cancelled',
  under_review: 'pending',
  won: 'delivered',
  lost: 'other',
  closed: 'other',
};

const COLUMNS = [
  {
    label: words.respondBy,
    short: true,
    cell: ({ respondBy }: PaymentDispute) => (respondBy ? shortDate(new Date(respondBy)) : words.noDeadline),
  },
  {
    label: words.status,
    short: true,
    cell: ({ status }: PaymentDispute) => <Badge tone={TONES[status]}>{disputeStatusLabels[status]}</Badge>,
  },
  {
    label: words.amount,
    numeric: true,
    cell: ({ amountMinor, currency }: PaymentDispute) => charged(amountMinor, currency),
  },
  {
    label: words.reason,
    cell: ({ reason }: PaymentDispute) => (reason ? reasonInWords(reason) : words.noReason),
  },
  { label: words.payment, cell: ({ providerPaymentId }: PaymentDispute) => providerPaymentId },
  {
    label: words.order,
    short: true,
    cell: ({ order }: PaymentDispute) =>
      order ? <TextLink to={`/admin/orders/${order.id}`}>#{order.number}</TextLink> : words.noOrder,
  },
  {
    label: words.opened,
    short: true,
    cell: ({ disputedAt }: PaymentDispute) => shortDate(new Date(disputedAt)),
  },
];

export function Disputes({ disputes }: { disputes: PaymentDispute[] }) {
  if (disputes.length === 0) return <p className="text-ink-soft">{words.none}</p>;
  return (
    <>
      <p className="mb-4 text-ink-soft">{words.hint}</p>
      <Table caption={words.list} columns={COLUMNS} rows={disputes} keyOf={({ id }) => id} />
    </>
  );
}
