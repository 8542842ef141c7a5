import { formatCharge } from '@shop/contracts/common/money';
import { differenceLabels, paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import type { PaymentDifference } from '@shop/contracts/payments/admin-schema';
import { Form } from 'react-router';
import { FormKey } from '#features/admin/shared/form-key.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { shortDate } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { RetryRefund } from './retry-refund.tsx';

const amountOf = ({ amountMinor, currency }: PaymentDifference) =>
  amountMinor === null || currency === null ? '' : formatCharge(amountMinor, currency);

const COLUMNS = [
  {
    label: texts.reference,
    cell: ({ reference, payment, refund }: PaymentDifference) => (
      <>
        <p className="break-all">{payment?.reference ?? reference}</p>
        {payment && ![payment.reference, refund?.id].includes(reference) && (
          <p className="break-all text-ink-muted">{reference}</p>
        )}
      </>
    ),
  },
  { label: texts.amount, cell: amountOf, numeric: true },
  {
    label: texts.order,
    short: true,
    cell: ({ order }: PaymentDifference) =>
      order ? <TextLink to={`/admin/orders/${order.id}`}>#{order.number}</TextLink> : texts.noOrder,
  },
  {
    label: texts.kind,
    cell: ({ kind, reason }: PaymentDifference) => (
      <>
        <p>{differenceLabels[kind] ?? kind}</p>
        {reason && <p className="text-cancelled">{reason}</p>}
      </>
    ),
  },
  { label: texts.found, cell: ({ foundAt }: PaymentDifference) => shortDate(new Date(foundAt)), short: true },
];

export function Differences({ differences }: { differences: PaymentDifference[] }) {
  const can = useCan();
  const [canRefund, canResolve] = [can('orders.refund'), can('system.manage')];
  const actions = {
    label: texts.actions,
    cell: (difference: PaymentDifference) => (
      <div className="flex flex-wrap gap-2 max-tablet:justify-end">
        {canRefund && difference.refund?.canRetry && (
          <RetryRefund
            refundId={difference.refund.id}
            amount={amountOf(difference)}
            reference={difference.payment?.reference ?? difference.reference}
          />
        )}
        {canResolve && <Resolve {...difference} />}
      </div>
    ),
  };
  const columns = canRefund || canResolve ? [...COLUMNS, actions] : COLUMNS;
  if (differences.length === 0) return <p className="text-ink-soft">{texts.noDifferences}</p>;
  return <Table caption={texts.differences} columns={columns} rows={differences} keyOf={({ id }) => id} />;
}

function Resolve({ id, reference }: PaymentDifference) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <FormKey />
      <Button
        type="submit"
        name="intent"
        value="resolve"
        look="secondary"
        compact
        aria-label={texts.resolveOf(reference)}
      >
        {texts.resolve}
      </Button>
    </Form>
  );
}
