import type { AdminOrder } from '@shop/contracts/orders/admin-schema';

type Payment = AdminOrder['payments'][number];

export type TimelineEntry = { key: string; at: string } & (
  | { kind: 'status'; change: AdminOrder['timeline'][number] }
  | { kind: 'shipment'; shipment: AdminOrder['shipments'][number] }
  | { kind: 'payment'; payment: Payment }
  | { kind: 'refund'; refund: Payment['refunds'][number]; currency: string }
  | { kind: 'email'; email: AdminOrder['emails'][number] }
  | { kind: 'note'; note: AdminOrder['notes'][number] }
);

export const TIMELINE_FILTERS = ['shipping', 'payment', 'messages'] as const;
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
