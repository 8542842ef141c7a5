import { formatCharge } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { refundMethodLabels } from '@shop/contracts/orders/messages';
import { useCan } from '#admin/kit/staff.ts';
import { RetryRefund } from '#admin/payments/retry-refund.tsx';
import { useDates } from '#lib/dates.ts';
import { RecordStatusBadge } from './record-status-badge.tsx';

/** Payments with their refunds, and what was paid back of an order paid in cash. */
export function Payments({ order }: { order: Pick<AdminOrder, 'payments' | 'cashRefunds' | 'charge'> }) {
  const { dateTime } = useDates();
  const { payments, cashRefunds = [], charge } = order;
  if (cashRefunds.length > 0) return <Refunds refunds={cashRefunds} currency={charge.currency} />;
  if (payments.length === 0) return <p className="text-ink-soft">{adminOrderMessages.noPayments}</p>;
  return (
    <ul className="grid gap-5">
      {payments.map(({ id, reference, status, amount, currency, at, refunds }) => (
        <li key={id}>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-semibold tabular-nums">{formatCharge(amount, currency)}</span>
            <RecordStatusBadge status={status} />
          </p>
          <p className="text-ink-soft text-small">
            {reference} · <time dateTime={at}>{dateTime(new Date(at))}</time>
          </p>
          <Refunds refunds={refunds} currency={currency} />
        </li>
      ))}
    </ul>
  );
}

type RefundsProps = { refunds: AdminOrder['payments'][number]['refunds']; currency: string };

function Refunds({ refunds, currency }: RefundsProps) {
  const { dateTime } = useDates();
  const can = useCan();
  return (
    <ul className="mt-2 ml-4 grid gap-3">
      {refunds.map((refund) => (
        <li key={refund.id}>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="tabular-nums">{adminOrderMessages.refundOf(formatCharge(refund.amount, currency))}</span>
            <RecordStatusBadge status={refund.status} />
          </p>
          <p className="text-ink-soft text-small">
            {refund.method && refund.method !== 'provider' && `${refundMethodLabels[refund.method]} · `}
            {refund.reason} · <time dateTime={refund.at}>{dateTime(new Date(refund.at))}</time>
          </p>
          {refund.error && <p className="text-cancelled text-small">{refund.error}</p>}
          {refund.canRetry && can('orders.refund') && (
            <div className="mt-2">
              <RetryRefund
                refundId={refund.id}
                amount={formatCharge(refund.amount, currency)}
                reference={dateTime(new Date(refund.at))}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
