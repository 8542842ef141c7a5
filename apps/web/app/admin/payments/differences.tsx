import { formatCharge } from '@shop/contracts/common/money';
import { differenceLabels, paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import type { PaymentDifference } from '@shop/contracts/payments/admin-schema';
import { NO_ORDER } from '@shop/contracts/payments/constants';
import { Form, useSearchParams } from 'react-router';
import { FormKey } from '#admin/kit/form-key.tsx';
import { Pager } from '#admin/kit/pager.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { ShortDate } from '#lib/dates.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
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
  { label: texts.found, cell: ({ foundAt }: PaymentDifference) => <ShortDate at={foundAt} />, short: true },
];

/** The parameter with the cursor of this list: the one of the payments is `after`. */
export const DIFFERENCES_AFTER = 'differencesAfter';

type DifferencesProps = { differences: PaymentDifference[]; next: string | undefined };

/** Open reconciliation differences, then other payments without an order. */
export function Differences({ differences, next }: DifferencesProps) {
  const can = useCan();
  // A later page is empty once its rows are resolved: that says nothing about the first one.
  const isFirstPage = !useSearchParams()[0].get(DIFFERENCES_AFTER);
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
        {canRefund && difference.payment?.canRefund && <Refund {...difference} />}
        {canResolve && !isWithoutDifference(difference) && <Resolve {...difference} />}
      </div>
    ),
  };
  const columns = canRefund || canResolve ? [...COLUMNS, actions] : COLUMNS;
  return (
    <>
      {differences.length > 0 && (
        <Table caption={texts.differences} columns={columns} rows={differences} keyOf={({ id }) => id} />
      )}
      {differences.length === 0 && isFirstPage && <p className="text-ink-soft">{texts.noDifferences}</p>}
      <Pager next={next} name={DIFFERENCES_AFTER} compact className="mt-4" />
    </>
  );
}

const isWithoutDifference = ({ kind }: PaymentDifference) => kind === NO_ORDER;

/** Of a payment without an order, with what it decides about: if that is resolved meanwhile, the refund is rejected. */
function Refund(difference: PaymentDifference) {
  const { id, reference, payment } = difference;
  if (!payment) return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={payment.id} />
      {!isWithoutDifference(difference) && <input type="hidden" name="differenceId" value={id} />}
      <FormKey />
      <IntentButton
        intent="refund"
        values={{ id: payment.id }}
        look="secondary"
        compact
        busyLabel={texts.refunding}
        aria-label={texts.refundOf(amountOf(difference), reference)}
      >
        {texts.refund}
      </IntentButton>
    </Form>
  );
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
