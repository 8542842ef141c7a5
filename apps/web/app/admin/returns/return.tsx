import { dollars, formatCharge, minimumCharge } from '@shop/contracts/common/money';
import { OTHER_REFUND_METHODS } from '@shop/contracts/orders/constants';
import { refundMethodLabels } from '@shop/contracts/orders/messages';
import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import {
  decideReturn,
  deliverExchange,
  getReturn,
  receiveReturn,
  refundReturn,
  shipExchange,
} from '@shop/contracts/returns/admin-operations';
import type { AdminReturn } from '@shop/contracts/returns/admin-schema';
import { returnOutcomeLabels, returnReasonLabels } from '@shop/contracts/returns/messages';
import { type RefundBreakdown, refundBreakdown } from '@shop/contracts/returns/refund';
import type { ReturnLine } from '@shop/contracts/returns/schema';
import { type ReactNode, useId } from 'react';
import { data, Form } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { type Api, apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ReturnBadge } from '#shop/returns/order-returns.tsx';
import { RefundExplained } from '#shop/returns/refund-explained.tsx';
import { sizeText } from '#shop/returns/return-draft.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/form/field.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/return';

export async function loader({ request, params }: Route.LoaderArgs) {
  return { of: await apiFor(request).read(getReturn, { params: { id: params.returnId } }) };
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const sent = await sendReturnStep(apiFor(request), params.returnId, await formOf(request));
  if (!sent) throw data(null, { status: 400 });
  return redirectAfterAction(url, sent.done, sent.result);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: texts.failed }));

/** Also after a rejected form: another staff member may have changed the return. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? texts.returnOf(loaderData.of.number) : texts.title);

const DONE = {
  authorized: texts.authorized,
  declined: texts.declined,
  received: texts.received,
  refunded: texts.refunded,
  shipped: texts.shipped,
  delivered: texts.delivered,
};

export default function ReturnPage({ loaderData: { of }, actionData }: Route.ComponentProps) {
  const can = useCan();
  return (
    <AdminPage
      title={texts.returnOf(of.number)}
      above={[{ label: texts.title, to: '/admin/returns' }]}
      actions={<ReturnBadge status={of.status} />}
    >
      <FlashMessage texts={DONE} result={actionData} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <Panel title={texts.items}>
            <ReturnLines lines={of.lines} currency={of.currency} />
          </Panel>
          <ReturnSteps key={of.status} of={of} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Panel title={texts.customer}>
            <DetailList
              of={{
                [texts.customer]: can('customers.read') ? (
                  <TextLink to={`/admin/customers/${of.userId}`}>{of.customer}</TextLink>
                ) : (
                  of.customer
                ),
                [texts.email]: of.email,
                ...(of.recipientEmail && { [texts.recipientEmail]: of.recipientEmail }),
                [texts.order]: <TextLink to={`/admin/orders/${of.orderId}`}>#{of.number}</TextLink>,
                ...(of.comment && { [texts.comment]: of.comment }),
              }}
            />
          </Panel>
          <Panel title={texts.timeline}>
            <ReturnTimeline of={of} />
          </Panel>
        </div>
      </div>
    </AdminPage>
  );
}

/** Each form of a return, by its intent. Undefined for a form that no page of ours has. */
async function sendReturnStep(api: Api, id: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '');
  const step = { params: { id }, key: formKeyOf(form, id) };
  switch (form.get('intent')) {
    case 'authorize': {
      const body = { decision: 'authorized' as const, instructions: text('instructions') };
      return { done: 'authorized', result: await api.call(decideReturn, { ...step, body }) };
    }
    case 'decline': {
      const body = { decision: 'declined' as const, reason: text('reason') };
      return { done: 'declined', result: await api.call(decideReturn, { ...step, body }) };
    }
    case 'receive':
      return {
        done: 'received',
        result: await api.call(receiveReturn, { ...step, body: { lines: receivedLines(form) } }),
      };
    case 'refund': {
      const refund = form.has('method') ? { method: text('method') } : undefined;
      return { done: 'refunded', result: await api.submit(refundReturn, refund, step) };
    }
    case 'ship': {
      const body = { carrier: text('carrier'), trackingNumber: text('trackingNumber') };
      return { done: 'shipped', result: await api.call(shipExchange, { ...step, body }) };
    }
    case 'deliver':
      return { done: 'delivered', result: await api.call(deliverExchange, step) };
    default:
      return undefined;
  }
}

const receivedLines = (form: FormData) =>
  form.getAll('lineId').map((id) => ({
    id: String(id),
    restocked: Number(form.get(`restocked:${id}`)),
    writtenOff: Number(form.get(`writtenOff:${id}`)),
  }));

/** The forms of the steps that this return can take now. */
function ReturnSteps({ of }: { of: AdminReturn }) {
  const can = useCan();
  const canUpdate = can('orders.update-status');
  const isReceivedFor = (outcome: 'exchange' | 'refund') =>
    of.lines.some((line) => line.outcome === outcome && line.restocked + line.writtenOff > 0);
  if (of.status === 'requested' && canUpdate) return <Decision />;
  if ((of.status === 'authorized' || of.status === 'expired') && canUpdate) return <Receipt of={of} />;
  const isDue = of.status === 'received';
  const isOnItsWay = of.exchangeShipment && !of.exchangeShipment.deliveredAt;
  return (
    <>
      {isDue && isReceivedFor('refund') && !of.refundedAt && can('orders.refund') && <RefundStep of={of} />}
      {isDue && isReceivedFor('exchange') && !of.exchangeShipment && canUpdate && <Exchange />}
      {isOnItsWay && canUpdate && <ExchangeDelivery />}
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <Form method="post" preventScrollReset className="grid justify-items-start gap-5">
        <FormKey />
        {children}
      </Form>
    </Panel>
  );
}

function Decision() {
  return (
    <>
      <Step title={texts.authorize}>
        <TextAreaField
          className="w-full"
          label={texts.instructions}
          hint={texts.instructionsHint}
          name="instructions"
          rows={3}
          maxLength={1_000}
        />
        <IntentButton intent="authorize">{texts.authorize}</IntentButton>
      </Step>
      <Step title={texts.decline}>
        <TextField className="w-full" label={texts.declineReason} name="reason" required maxLength={500} />
        <IntentButton intent="decline" look="danger">
          {texts.decline}
        </IntentButton>
      </Step>
    </>
  );
}

const UNITS = { type: 'number', min: 0, step: 1, inputMode: 'numeric' } as const;

function Receipt({ of }: { of: AdminReturn }) {
  const hintId = useId();
  return (
    <Step title={texts.receive}>
      <div id={hintId} className="grid gap-2 text-ink-muted text-small">
        {of.status === 'expired' && <p>{texts.receiveLate}</p>}
        <p>{texts.receiveHint}</p>
      </div>
      {of.lines.map((line) => (
        <fieldset key={line.id} aria-describedby={hintId} className="w-full min-w-0">
          <legend className="mb-2 font-semibold">{itemText(line)}</legend>
          <input type="hidden" name="lineId" value={line.id} />
          <div className="grid grid-cols-2 gap-4">
            <TextField
              {...UNITS}
              label={texts.restock}
              name={`restocked:${line.id}`}
              max={line.quantity}
              defaultValue={line.reason === 'damaged' ? 0 : line.quantity}
            />
            <TextField
              {...UNITS}
              label={texts.writeOff}
              name={`writtenOff:${line.id}`}
              max={line.quantity}
              defaultValue={line.reason === 'damaged' ? line.quantity : 0}
            />
          </div>
        </fieldset>
      ))}
      <IntentButton intent="receive">{texts.receive}</IntentButton>
    </Step>
  );
}

function Exchange() {
  return (
    <Step title={texts.ship}>
      <div className="grid w-full grid-cols-1 gap-5 tablet:grid-cols-2">
        <TextField label={texts.carrier} name="carrier" maxLength={60} />
        <TextField label={texts.trackingNumber} hint={texts.trackingHint} name="trackingNumber" maxLength={60} />
      </div>
      <IntentButton intent="ship">{texts.ship}</IntentButton>
    </Step>
  );
}

function ExchangeDelivery() {
  return (
    <Step title={texts.deliverTitle}>
      <p className="text-ink-muted text-small">{texts.deliverHint}</p>
      <IntentButton intent="deliver">{texts.deliver}</IntentButton>
    </Step>
  );
}

/** The refund of the units received, with how it is made. */
function RefundStep({ of: { lines, terms, currency } }: { of: AdminReturn }) {
  const received = lines.filter(
    ({ outcome, restocked, writtenOff }) => outcome === 'refund' && restocked + writtenOff > 0,
  );
  const refund = refundBreakdown(
    terms,
    received.map(({ price, restocked, writtenOff }) => ({ price, quantity: restocked + writtenOff })),
  );
  const byHand = !terms.paidOnline || refund.isBelowMinimum;
  const amount = terms.paidOnline ? formatCharge(refund.minor, currency) : dollars(refund.total);
  return (
    <Panel title={texts.refundTitle}>
      <Form method="post" preventScrollReset className="grid justify-items-start gap-5">
        <FormKey />
        <p className="text-small">{explain({ terms, refund, amount })}</p>
        <div className="w-full max-w-md">
          <RefundExplained terms={terms} refund={refund} />
        </div>
        {byHand && refund.minor > 0 && (
          <SelectField label={texts.paidBy} name="method" className="w-full max-w-md">
            {OTHER_REFUND_METHODS.map((method) => (
              <option key={method} value={method}>
                {refundMethodLabels[method]}
              </option>
            ))}
          </SelectField>
        )}
        <IntentButton intent="refund">{label(byHand, refund.minor, amount)}</IntentButton>
      </Form>
    </Panel>
  );
}

type Refund = { terms: AdminReturn['terms']; refund: RefundBreakdown; amount: string };

function explain({ terms: { paidOnline, charge }, refund, amount }: Refund) {
  if (refund.minor === 0) return texts.refundNothing;
  if (!paidOnline) return texts.refundCash;
  const least = formatCharge(minimumCharge(charge.currency), charge.currency);
  return refund.isBelowMinimum ? texts.refundBelowMinimum(amount, least) : texts.refundOnline;
}

function label(byHand: boolean, minor: number, amount: string) {
  if (minor === 0) return texts.closeWithoutRefund;
  return byHand ? texts.recordRefund(amount) : texts.refund(amount);
}

const itemText = ({ name, options }: ReturnLine) => [name, sizeText(options)].filter(Boolean).join(', ');
const productText = (line: ReturnLine) =>
  line.exchangeLineId ? `${itemText(line)} (${texts.fromExchange})` : itemText(line);

/** What is returned, why, and what the customer gets for it. */
function ReturnLines({ lines, currency }: { lines: ReturnLine[]; currency: string }) {
  return (
    <Table
      caption={texts.items}
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.product, cell: productText },
        { label: texts.units, cell: ({ quantity }) => quantity, numeric: true },
        { label: texts.reason, cell: ({ reason }) => returnReasonLabels[reason] },
        {
          label: texts.outcome,
          cell: ({ exchange, outcome }) =>
            exchange ? texts.exchangeFor(sizeText(exchange.options)) : returnOutcomeLabels[outcome],
        },
        {
          label: texts.steps.received,
          cell: ({ restocked, writtenOff, refund }) =>
            [
              restocked + writtenOff > 0 ? texts.receivedUnits(restocked, writtenOff) : '–',
              ...(refund > 0 ? [formatCharge(refund, currency)] : []),
            ].join(' · '),
        },
      ]}
    />
  );
}

/** The steps of a return with their times, oldest first. */
function ReturnTimeline({ of }: { of: AdminReturn }) {
  const { shortDate, dateTime } = useDates();
  const { steps } = texts;
  const closed = of.status === 'cancelled' || of.status === 'expired' || of.status === 'completed' ? of.status : null;
  const entries = [
    { label: steps.requested, at: of.requestedAt },
    { label: of.status === 'declined' ? steps.declined : steps.authorized, at: of.decidedAt, note: of.declineReason },
    { label: steps.received, at: of.receivedAt },
    { label: steps.refunded, at: of.refundedAt },
    { label: steps.exchange, at: of.exchangeShipment?.shippedAt, note: of.exchangeShipment?.trackingNumber },
    { label: steps.delivered, at: of.exchangeShipment?.deliveredAt },
    { label: closed ? steps[closed] : '', at: closed && of.closedAt },
  ].filter(({ at }) => at);
  return (
    <ol className="grid gap-3">
      {entries.map(({ label, at, note }) => (
        <li key={label}>
          <span className="block font-semibold text-small">{label}</span>
          {note && <span className="block text-small">{note}</span>}
          <time dateTime={at ?? undefined} className="block text-ink-muted text-small">
            {dateTime(new Date(at ?? 0))}
          </time>
        </li>
      ))}
      {of.status === 'authorized' && (
        <li className="text-ink-muted text-small">{texts.expected(shortDate(new Date(of.expiresAt)))}</li>
      )}
    </ol>
  );
}
