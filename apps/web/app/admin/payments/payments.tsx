import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminMessages } from '@shop/contracts/admin/messages';
import {
  listPaymentDifferences,
  listPayments,
  refundOrphanedPayment,
  resolvePaymentDifference,
  retryRefund,
} from '@shop/contracts/checkout/admin-operations';
import { formatCharge, type Minor, minor, plus } from '@shop/contracts/common/money';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import {
  disputeMessages,
  disputeStatusLabels,
  formatReason,
  paymentStateLabels,
  paymentMessages as texts,
} from '@shop/contracts/payments/admin-messages';
import { listPaymentDisputes } from '@shop/contracts/payments/admin-operations';
import type { PaymentDispute, PaymentSummary } from '@shop/contracts/payments/admin-schema';
import type { DisputeStatus } from '@shop/contracts/payments/constants';
import { systemMessages } from '@shop/contracts/system/messages';
import { CreditCard } from 'lucide-react';
import { Form } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { Age, QuietState } from '#admin/kit/cells.tsx';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { CellLink, RowLink } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { ShortDate } from '#lib/dates.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { unlistedMeta } from '#lib/page-title.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/payments';
import { DIFFERENCES_AFTER, Differences } from './differences.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const ofPayments = new URLSearchParams(url.searchParams);
  ofPayments.delete(DIFFERENCES_AFTER);
  const ofDifferences = new URLSearchParams({ after: url.searchParams.get(DIFFERENCES_AFTER) ?? '' });
  const [payments, differences, disputes] = await Promise.all([
    loadAdminList(request, listPayments, ofPayments),
    loadAdminList(request, listPaymentDifferences, ofDifferences),
    apiFor(request).read(listPaymentDisputes),
  ]);
  return { ...payments, differences, disputes };
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const text = (name: string) => String(form.get(name) ?? '');
  const api = apiFor(request);
  const isRetry = text('intent') === 'retry';
  const params = { id: text(isRetry ? 'refundId' : 'id') };
  const key = formKeyOf(form, params.id);
  if (text('intent') === 'resolve')
    return redirectAfterAction(url, 'resolved', await api.call(resolvePaymentDifference, { params, key }));
  const differenceId = text('differenceId');
  const body = differenceId ? { differenceId } : undefined;
  const dryRun = () =>
    isRetry ? api.call(dryRunOf(retryRefund), { params }) : api.call(dryRunOf(refundOrphanedPayment), { params, body });
  const refund = () =>
    isRetry ? api.call(retryRefund, { params, key }) : api.call(refundOrphanedPayment, { params, body, key });
  const preview = await previewEffects(form, dryRun);
  if (preview?.ok) return { confirmation: preview.value };
  if (preview) return failedResponse(preview.problem, adminMessages.failed);
  return redirectAfterAction(url, isRetry ? 'retried' : 'refunded', await refund());
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

type ActionResult = ToastResult & { confirmation?: Confirmation };

const DONE = { refunded: texts.refunded, resolved: texts.resolved, retried: texts.retried };

export default function PaymentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now, differences, disputes } = loaderData;
  const result: ActionResult | undefined = actionData;
  const canRefund = useCan()('orders.refund');
  return (
    <AdminPage title={texts.title} above={[{ label: systemMessages.title, to: '/admin/system' }]}>
      <FlashMessage texts={DONE} result={result} />
      <PaymentConfirmation confirmation={result?.confirmation} />
      <Panel title={texts.differences} className="mb-6">
        <Differences differences={differences.items} next={differences.next} />
      </Panel>
      <Panel title={disputeMessages.title} className="mb-6">
        <Disputes disputes={disputes} />
      </Panel>
      <h2 className="mb-4 text-h3">{texts.all}</h2>
      <AdminList
        label={texts.all}
        caption={texts.all}
        errors={errors}
        sorts={listMessages.dateSorts}
        defaultSort="-date"
        columns={paymentColumns(now, canRefund)}
        card={PAYMENT_CARD}
        rows={items}
        keyOf={({ id }) => id}
        sum={sumOfPayments(items)}
        next={next}
        empty={{ icon: CreditCard, title: texts.none, hint: texts.noneYet }}
      />
    </AdminPage>
  );
}

/** Before a refund of a payment without an order, or the retry of a failed refund: what it does. */
function PaymentConfirmation({ confirmation }: { confirmation: Confirmation | undefined }) {
  const isRetry = confirmation?.fields.some(([name, value]) => name === 'intent' && value === 'retry');
  const words = isRetry
    ? { title: texts.retry, withAmount: texts.retryAmount, busyLabel: texts.retrying }
    : { title: texts.refundTitle, withAmount: texts.refundAmount, busyLabel: texts.refunding };
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={words.title}
      confirm={confirmation?.amount ? words.withAmount(confirmation.amount) : words.title}
      keep={texts.keepPayment}
      busyLabel={words.busyLabel}
    />
  );
}

const TONES: Record<DisputeStatus, Tone> = {
  open: 'cancelled',
  under_review: 'pending',
  won: 'delivered',
  lost: 'other',
  closed: 'other',
};

const COLUMNS = [
  {
    label: disputeMessages.respondBy,
    short: true,
    cell: ({ respondBy }: PaymentDispute) => (respondBy ? <ShortDate at={respondBy} /> : disputeMessages.noDeadline),
  },
  {
    label: disputeMessages.status,
    short: true,
    cell: ({ status }: PaymentDispute) => <Badge tone={TONES[status]}>{disputeStatusLabels[status]}</Badge>,
  },
  {
    label: disputeMessages.amount,
    numeric: true,
    cell: ({ amountMinor, currency }: PaymentDispute) => formatCharge(amountMinor, currency),
  },
  {
    label: disputeMessages.reason,
    cell: ({ reason }: PaymentDispute) => (reason ? formatReason(reason) : disputeMessages.noReason),
  },
  { label: disputeMessages.payment, cell: ({ providerPaymentId }: PaymentDispute) => providerPaymentId },
  {
    label: disputeMessages.order,
    short: true,
    cell: ({ order }: PaymentDispute) =>
      order ? <TextLink to={`/admin/orders/${order.id}`}>#{order.number}</TextLink> : disputeMessages.noOrder,
  },
  {
    label: disputeMessages.opened,
    short: true,
    cell: ({ disputedAt }: PaymentDispute) => <ShortDate at={disputedAt} />,
  },
];

function Disputes({ disputes }: { disputes: PaymentDispute[] }) {
  if (disputes.length === 0) return <p className="text-ink-soft">{disputeMessages.none}</p>;
  return (
    <>
      <p className="mb-4 text-ink-soft">{disputeMessages.hint}</p>
      <Table caption={disputeMessages.list} columns={COLUMNS} rows={disputes} keyOf={({ id }) => id} />
    </>
  );
}

/** Payment, customer and order left, amount and status beside them, the refund of a payment without an order right. */
const PAYMENT_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-0.5';

const paymentColumns = (now: Date, canRefund: boolean): ListColumn<PaymentSummary>[] => [
  {
    key: 'payment',
    label: texts.payment,
    className: 'max-tablet:col-start-1 max-tablet:row-start-1',
    cell: ({ providerPaymentId }) => (
      <span className="block truncate font-medium" title={providerPaymentId}>
        {providerPaymentId}
      </span>
    ),
  },
  {
    key: 'date',
    label: texts.date,
    optional: 'on',
    sort: ['-date', 'date'],
    className:
      'tablet:w-28 tablet:max-desktop:hidden max-tablet:col-start-2 max-tablet:row-start-3 max-tablet:justify-self-end max-tablet:text-[13px] max-tablet:leading-[17px]',
    cell: ({ createdAt }) => <Age at={createdAt} now={now} className="text-ink-soft" />,
  },
  {
    key: 'customer',
    label: texts.customer,
    className: 'max-tablet:col-start-1 max-tablet:row-start-2',
    cell: ({ customer }) =>
      customer ? (
        <CellLink to={`/admin/customers/${customer.id}`} className="block truncate">
          {customer.name}
        </CellLink>
      ) : (
        texts.noCustomer
      ),
  },
  {
    key: 'amount',
    label: texts.amount,
    numeric: true,
    className: 'tablet:w-28 max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:font-semibold',
    cell: ({ amountMinor, currency }) => formatCharge(amountMinor, currency),
  },
  {
    key: 'status',
    label: texts.status,
    className: 'tablet:w-28 max-tablet:col-start-2 max-tablet:row-start-2 max-tablet:justify-self-end',
    cell: ({ status }) =>
      status === 'captured' ? (
        <QuietState dot="good">{paymentStateLabels.captured}</QuietState>
      ) : (
        <Badge tone="other">{paymentStateLabels[status]}</Badge>
      ),
  },
  {
    key: 'order',
    label: texts.order,
    className:
      'tablet:w-26 max-tablet:col-start-1 max-tablet:row-start-3 max-tablet:text-[13px] max-tablet:leading-[17px]',
    cell: ({ order }) =>
      order ? (
        <RowLink to={`/admin/orders/${order.id}`} className="tabular-nums">
          #{order.number}
        </RowLink>
      ) : (
        texts.noOrder
      ),
  },
  ...(canRefund ? [ACTIONS] : []),
];

const ACTIONS: ListColumn<PaymentSummary> = {
  key: 'actions',
  label: texts.actions,
  hideLabel: true,
  className: 'tablet:w-40 max-tablet:col-start-3 max-tablet:row-span-3 max-tablet:row-start-1 max-tablet:empty:hidden',
  cell: (payment) => <RefundAction {...payment} />,
};

/** One sum for each currency. */
function sumOfPayments(payments: PaymentSummary[]) {
  const sums = new Map<string, Minor>();
  for (const { amountMinor, currency } of payments)
    sums.set(currency, plus(sums.get(currency) ?? minor(0), amountMinor));
  return [...sums].map(([currency, sum]) => formatCharge(sum, currency)).join(', ');
}

/** A captured payment without an order can only be refunded. */
function RefundAction({ id, status, order }: PaymentSummary) {
  if (order || status !== 'captured') return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <FormKey />
      <IntentButton intent="refund" values={{ id }} look="secondary" compact busyLabel={texts.refunding}>
        {texts.refund}
      </IntentButton>
    </Form>
  );
}
