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
import { useDates } from '#lib/dates.ts';
import { classes } from '#ui/classes.ts';
import { itemLabel } from './item-text.tsx';
import { sumOf } from './packing-units.ts';
import { RecordStatusBadge } from './record-status-badge.tsx';
import { ResendEmail } from './resend-email.tsx';
import type { TimelineEntry } from './timeline.ts';

type TimelineItemProps = { entry: TimelineEntry; order: AdminOrder; formKey: string };

export function TimelineItem({ entry, order, formKey }: TimelineItemProps) {
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
