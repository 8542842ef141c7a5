import { formatCharge } from '@shop/contracts/common/money';
import { disputeStatusLabels, formatReason, disputeMessages as texts } from '@shop/contracts/payments/admin-messages';
import type { PaymentDispute } from '@shop/contracts/payments/admin-schema';
import type { DisputeStatus } from '@shop/contracts/payments/constants';
import { ShortDate } from '#lib/dates.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

const TONES: Record<DisputeStatus, Tone> = {
  open: 'cancelled',
  under_review: 'pending',
  won: 'delivered',
  lost: 'other',
  closed: 'other',
};

const COLUMNS = [
  {
    label: texts.respondBy,
    short: true,
    cell: ({ respondBy }: PaymentDispute) => (respondBy ? <ShortDate at={respondBy} /> : texts.noDeadline),
  },
  {
    label: texts.status,
    short: true,
    cell: ({ status }: PaymentDispute) => <Badge tone={TONES[status]}>{disputeStatusLabels[status]}</Badge>,
  },
  {
    label: texts.amount,
    numeric: true,
    cell: ({ amountMinor, currency }: PaymentDispute) => formatCharge(amountMinor, currency),
  },
  {
    label: texts.reason,
    cell: ({ reason }: PaymentDispute) => (reason ? formatReason(reason) : texts.noReason),
  },
  { label: texts.payment, cell: ({ providerPaymentId }: PaymentDispute) => providerPaymentId },
  {
    label: texts.order,
    short: true,
    cell: ({ order }: PaymentDispute) =>
      order ? <TextLink to={`/admin/orders/${order.id}`}>#{order.number}</TextLink> : texts.noOrder,
  },
  {
    label: texts.opened,
    short: true,
    cell: ({ disputedAt }: PaymentDispute) => <ShortDate at={disputedAt} />,
  },
];

export function Disputes({ disputes }: { disputes: PaymentDispute[] }) {
  if (disputes.length === 0) return <p className="text-ink-soft">{texts.none}</p>;
  return (
    <>
      <p className="mb-4 text-ink-soft">{texts.hint}</p>
      <Table caption={texts.list} columns={COLUMNS} rows={disputes} keyOf={({ id }) => id} />
    </>
  );
}
