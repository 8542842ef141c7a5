import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { formatCharge } from '@shop/contracts/common/money';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { isPartiallyRefunded, orderMessages } from '@shop/contracts/orders/messages';
import type { Order } from '@shop/contracts/orders/schema';
import type { ReactNode } from 'react';
import { shortDate } from '#lib/format.ts';
import { PaymentBadge } from './status-badge.tsx';

/** Shipping and payment of an order. */
export function OrderDetails({ order }: { order: Order }) {
  const { shippingAddress, shippingMethod, paymentMethod, charge, refunds, trackingNumber, shipments } = order;
  return (
    <dl className="grid grid-cols-1 gap-6 rounded-card bg-pearl p-5 tablet:grid-cols-2 tablet:p-8 desktop:grid-cols-1 print:border print:border-line">
      <Detail label={orderMessages.shippingAddress}>
        <OrderAddress address={shippingAddress} />
      </Detail>
      <Detail label={orderMessages.shipping}>{shippingMethodLabels[shippingMethod]}</Detail>
      <Detail label={orderMessages.paymentMethod}>
        {paymentMethodLabels[paymentMethod]}
        {paymentMethod !== 'cod' && (
          <span className="block text-small text-ink-soft">
            {orderMessages.charged}: {formatCharge(charge.amount, charge.currency)}
          </span>
        )}
      </Detail>
      <Detail label={orderMessages.payment}>
        <PaymentBadge order={{ ...order, partiallyRefunded: isPartiallyRefunded(order) }} />
      </Detail>
      {refunds.length > 0 && (
        <Detail label={orderMessages.refunds}>
          <ul className="grid gap-1">
            {refunds.map(({ id, amount, status, at }) => (
              <li key={id}>
                <span className="tabular-nums">{formatCharge(amount, charge.currency)}</span>
                <span className="block text-ink-soft text-small">
                  <time dateTime={at}>{shortDate(new Date(at))}</time> · {orderMessages.refundStates[status]}
                </span>
              </li>
            ))}
          </ul>
        </Detail>
      )}
      {trackingNumber && shipments.length === 0 && (
        <Detail label={orderMessages.trackingNumber}>
          <span className="tabular-nums">{trackingNumber}</span>
        </Detail>
      )}
    </dl>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-small font-semibold">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OrderAddress({ address }: { address: Order['shippingAddress'] }) {
  const { name, line1, line2, city, state, postalCode, country, phone } = address;
  return (
    <address className="not-italic [&>span]:block">
      <span>{name}</span>
      <span>{line1}</span>
      {line2 && <span>{line2}</span>}
      <span>{`${city}, ${state} ${postalCode}`}</span>
      <span>{country}</span>
      {phone && <span>{addressMessages.phoneOf(phone)}</span>}
    </address>
  );
}
