import { paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { ReactNode } from 'react';
import { useCan } from '#admin/kit/staff.ts';
import { useDates } from '#lib/dates.ts';
import { TextLink } from '#ui/text-link.tsx';
import { Card } from './order-card.tsx';

export function CustomerCard({ order: { customer, email, userId } }: { order: AdminOrder }) {
  const can = useCan();
  return (
    <Card title={adminOrderMessages.customerHeading}>
      {can('customers.read') ? (
        <TextLink to={`/admin/customers/${userId}`}>{customer}</TextLink>
      ) : (
        <p className="font-semibold">{customer}</p>
      )}
      <p className="text-ink-soft text-small">{email}</p>
      {email && (
        <TextLink to={`/admin/orders?${new URLSearchParams({ q: email })}`} className="text-small">
          {texts.customerOrders}
        </TextLink>
      )}
    </Card>
  );
}

/** Facts that are looked up now and then. The tracking number is here for orders without shipments. */
export function DetailsCard({ order }: { order: AdminOrder }) {
  const { dateTime } = useDates();
  const { id, userId, createdAt, paymentMethod, trackingNumber, shipments } = order;
  return (
    <Card title={texts.details}>
      <dl className="grid grid-cols-1 gap-3 text-small">
        <Fact label={texts.placed}>
          <time dateTime={createdAt}>{dateTime(new Date(createdAt))}</time>
        </Fact>
        <Fact label={orderMessages.paymentMethod}>{paymentMethodLabels[paymentMethod]}</Fact>
        {trackingNumber && shipments.length === 0 && (
          <Fact label={orderMessages.trackingNumber}>
            <span className="tabular-nums">{trackingNumber}</span>
          </Fact>
        )}
        <Fact label={adminOrderMessages.orderId}>{id}</Fact>
        <Fact label={texts.customerId}>{userId}</Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
