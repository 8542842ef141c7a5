import { getFormProps } from '@conform-to/react';
import { staffMessages } from '@shop/contracts/common/messages';
import { formatCharge } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { statusLabels } from '@shop/contracts/orders/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import {
  CircleCheck,
  CreditCard,
  type LucideIcon,
  Mail,
  NotebookPen,
  RotateCcw,
  ShoppingBag,
  Truck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { useDates } from '#lib/dates.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { classes } from '#ui/classes.ts';
import { FieldError, TextAreaField } from '#ui/form/field.tsx';
import { itemLabel } from './item-text.tsx';
import { Card } from './order-card.tsx';
import { NoteForm as Note, type OrderActionResult } from './order-forms.ts';
import { sumOf } from './packing-units.ts';
import { RecordStatusBadge } from './record-status-badge.tsx';

type Payment = AdminOrder['payments'][number];

type TimelineEntry = { key: string; at: string } & (
  | { kind: 'status'; change: AdminOrder['timeline'][number] }
  | { kind: 'shipment'; shipment: AdminOrder['shipments'][number] }
  | { kind: 'payment'; payment: Payment }
  | { kind: 'refund'; refund: Payment['refunds'][number]; currency: string }
  | { kind: 'email'; email: AdminOrder['emails'][number] }
  | { kind: 'note'; note: AdminOrder['notes'][number] }
);

const TIMELINE_FILTERS = ['shipping', 'payment', 'messages'] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

/** The filter of `?timeline=`; undefined shows everything. */
export const timelineFilterOf = (requested: string | null) => TIMELINE_FILTERS.find((filter) => filter === requested);

type Timed = Pick<AdminOrder, 'timeline' | 'shipments' | 'payments' | 'emails' | 'notes'> &
  Partial<Pick<AdminOrder, 'cashRefunds' | 'charge'>>;

/** Everything that happened to an order, newest first. At the same time, the effect comes before its cause. */
export const timelineOf = (order: Timed, filter?: TimelineFilter) =>
  entriesOf(order)
    .filter((entry) => !filter || isShown(entry, filter))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));

const entriesOf = ({
  timeline,
  shipments,
  payments,
  emails,
  notes,
  cashRefunds = [],
  charge,
}: Timed): TimelineEntry[] => [
  ...notes.map((note) => ({ kind: 'note' as const, key: note.id, at: note.at, note })),
  ...emails.map((email) => ({ kind: 'email' as const, key: email.id, at: email.at, email })),
  ...[...payments, { refunds: cashRefunds, currency: charge?.currency ?? '' }].flatMap(({ refunds, currency }) =>
    refunds.map((refund) => ({ kind: 'refund' as const, key: refund.id, at: refund.at, refund, currency })),
  ),
  ...timeline
    .map((change, index) => ({ kind: 'status' as const, key: `status-${index}`, at: change.at, change }))
    .filter(({ change }) => change.from !== null),
  ...shipments.map((shipment) => ({ kind: 'shipment' as const, key: shipment.id, at: shipment.shippedAt, shipment })),
  ...payments.map((payment) => ({ kind: 'payment' as const, key: payment.id, at: payment.at, payment })),
  ...timeline
    .map((change, index) => ({ kind: 'status' as const, key: `status-${index}`, at: change.at, change }))
    .filter(({ change }) => change.from === null),
];

function isShown(entry: TimelineEntry, filter: TimelineFilter) {
  if (filter === 'payment') return entry.kind === 'payment' || entry.kind === 'refund';
  if (filter === 'messages') return entry.kind === 'email' || entry.kind === 'note';
  if (entry.kind === 'status') return entry.change.to === 'shipped' || entry.change.to === 'delivered';
  return entry.kind === 'shipment';
}

const ID = 'timeline';

type OrderTimelineProps = { order: AdminOrder; formKey: string; result?: OrderActionResult };

/** One list of all that happened, with a filter in the URL and the note field on top. */
export function OrderTimeline({ order, formKey, result }: OrderTimelineProps) {
  const can = useCan();
  const [search] = useSearchParams();
  const filter = timelineFilterOf(search.get('timeline'));
  const entries = timelineOf(order, filter);
  return (
    <Card id={ID} title={adminOrderMessages.timeline} actions={<Filters current={filter} />}>
      {/* The key empties the form after a note is added. */}
      {can('orders.note') && <NoteForm key={order.notes.length} formKey={formKey} result={result} />}
      {entries.length === 0 && <p className="text-ink-soft text-small">{texts.timelineEmpty}</p>}
      <ol className="grid grid-cols-1 gap-4">
        {entries.map((entry) => (
          <TimelineItem key={entry.key} entry={entry} order={order} formKey={formKey} />
        ))}
      </ol>
    </Card>
  );
}

const CHOICES = [undefined, ...TIMELINE_FILTERS];

function Filters({ current }: { current: TimelineFilter | undefined }) {
  const [search] = useSearchParams();
  const searchOf = (filter: TimelineFilter | undefined) => {
    const params = new URLSearchParams(search);
    params.delete('done');
    params.delete('timeline');
    if (filter) params.set('timeline', filter);
    return `?${params}`;
  };
  return (
    <nav aria-label={texts.timelineFilter}>
      <ul className="flex flex-wrap rounded-control border border-line bg-pearl p-0.5">
        {CHOICES.map((filter) => (
          <li key={filter ?? 'all'}>
            <Link
              to={{ search: searchOf(filter), hash: ID }}
              preventScrollReset
              aria-current={filter === current ? 'true' : undefined}
              className={classes(
                'inline-flex min-h-11 items-center rounded-control px-3 text-small tablet:min-h-9',
                filter === current ? 'bg-paper font-semibold text-ink shadow-1' : 'text-ink-soft hover:text-ink',
              )}
            >
              {texts.timelineFilters[filter ?? 'all']}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** An internal note of staff about an order. */
function NoteForm({ formKey, result }: { formKey: string; result?: OrderActionResult }) {
  const lastResult = result?.intent === 'note' ? result.reply : undefined;
  const [form, { body }] = useContractForm(Note, { id: 'note', lastResult });
  return (
    <Form
      {...getFormProps(form, { ariaAttributes: false })}
      method="post"
      preventScrollReset
      className="mb-6 grid grid-cols-1 gap-3"
    >
      <input type="hidden" name="key" value={formKey} />
      <TextAreaField {...fieldOf(body)} label={adminOrderMessages.note} hint={adminOrderMessages.notesHint} rows={2} />
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <IntentButton
        intent="note"
        look="secondary"
        compact
        busyLabel={adminOrderMessages.addingNote}
        className="justify-self-start"
      >
        {adminOrderMessages.addNote}
      </IntentButton>
    </Form>
  );
}

type TimelineItemProps = { entry: TimelineEntry; order: AdminOrder; formKey: string };

function TimelineItem({ entry, order, formKey }: TimelineItemProps) {
  switch (entry.kind) {
    case 'status':
      return <StatusChange change={entry.change} />;
    case 'shipment':
      return <ShippedUnits shipment={entry.shipment} order={order} />;
    case 'payment': {
      const { amount, currency, status, reference } = entry.payment;
      return (
        <Item icon={CreditCard} look={MONEY} at={entry.at} title={formatCharge(amount, currency)} body={reference}>
          <RecordStatusBadge status={status} />
        </Item>
      );
    }
    case 'refund': {
      const { amount, status, reason } = entry.refund;
      const title = adminOrderMessages.refundOf(formatCharge(amount, entry.currency));
      return (
        <Item icon={RotateCcw} look={MONEY} at={entry.at} title={title} body={reason}>
          <RecordStatusBadge status={status} />
        </Item>
      );
    }
    case 'email': {
      const { subject, to, error, status } = entry.email;
      return (
        <Item
          icon={Mail}
          look={MESSAGE}
          at={entry.at}
          title={texts.emailOf(subject)}
          body={adminOrderMessages.emailTo(to)}
        >
          <RecordStatusBadge status={status} />
          {error && <p className="w-full text-cancelled text-small">{error}</p>}
          <ResendEmail email={entry.email} formKey={formKey} />
        </Item>
      );
    }
    case 'note':
      return (
        <Item icon={NotebookPen} at={entry.at} title={noteTitle(entry.note)}>
          <p className="w-full whitespace-pre-line rounded-control bg-pearl px-3 py-2">{entry.note.body}</p>
        </Item>
      );
  }
}

const noteTitle = ({ author }: AdminOrder['notes'][number]) => texts.noteBy(author ?? staffMessages.formerStaffMember);

const PARCEL = 'bg-shipped-bg text-shipped';
const MONEY = 'bg-delivered-bg text-delivered';
const MESSAGE = 'bg-blush text-rose';

type ItemProps = { icon: LucideIcon; look?: string; at: string; title: string; body?: string; children?: ReactNode };

function Item({ icon: Icon, look = 'bg-pearl text-ink-soft', at, title, body, children }: ItemProps) {
  const { dateTime } = useDates();
  return (
    <li className="flex items-start gap-3">
      <span className={classes('grid size-7 shrink-0 place-items-center rounded-full', look)}>
        <Icon aria-hidden className="size-4" strokeWidth={1.5} />
      </span>
      <div className="min-w-0 flex-1">
        <p>{title}</p>
        <p className="text-ink-muted text-small">
          <time dateTime={at}>{dateTime(new Date(at))}</time>
          {body && ` · ${body}`}
        </p>
        {children && <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">{children}</div>}
      </div>
    </li>
  );
}

type Change = AdminOrder['timeline'][number];

function StatusChange({ change }: { change: Change }) {
  const what = change.from
    ? adminOrderMessages.statusChange(statusLabels[change.from], statusLabels[change.to])
    : adminOrderMessages.placed;
  return <Item icon={change.from ? CircleCheck : ShoppingBag} at={change.at} title={`${what} ${actorText(change)}`} />;
}

function actorText({ by, name }: Change) {
  if (by === 'system') return adminOrderMessages.bySystem;
  return by === 'customer'
    ? adminOrderMessages.byCustomer(name ?? '')
    : adminOrderMessages.byStaff(name ?? staffMessages.formerStaffMember);
}

function ShippedUnits({ shipment, order }: { shipment: AdminOrder['shipments'][number]; order: AdminOrder }) {
  const { carrier, trackingNumber, shippedAt, items } = shipment;
  const shipped = texts.unitsShipped(sumOf(items.map(({ quantity }) => quantity)));
  const names = order.items.filter(({ id }) => items.some(({ orderItemId }) => orderItemId === id)).map(itemLabel);
  return (
    <Item
      icon={Truck}
      look={PARCEL}
      at={shippedAt}
      title={carrier ? `${shipped} ${texts.shippedWith(carrier)}` : shipped}
      body={[...names, trackingNumber].join(' · ')}
    />
  );
}

type ResendEmailProps = { email: AdminOrder['emails'][number]; formKey: string };

function ResendEmail({ email: { id, subject, status }, formKey }: ResendEmailProps) {
  const can = useCan();
  if (!can('orders.resend-email') || status === 'queued') return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="emailId" value={id} />
      <IntentButton
        intent="resend"
        values={{ emailId: id }}
        look="quiet"
        compact
        busyLabel={adminOrderMessages.resending}
        aria-label={adminOrderMessages.resendOf(subject)}
      >
        {adminOrderMessages.resend}
      </IntentButton>
    </Form>
  );
}
