import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { formatCharge } from '@shop/contracts/common/money';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { giftMessages } from '@shop/contracts/orders/gift-messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { Order } from '@shop/contracts/orders/schema';
import type { ReactNode } from 'react';
import { TextLink } from '#ui/text-link.tsx';

/** Shipping and payment of an order. */
export function OrderDetails({ order }: { order: Order }) {
  const { id, gift, shippingAddress, shippingMethod, paymentMethod, charge, trackingNumber, shipments } = order;
  return (
    <dl className="grid grid-cols-1 rounded-card border border-line px-5 tablet:px-6 [&>div:not(:last-child)]:border-line [&>div:not(:last-child)]:border-b [&>div]:py-5">
      <Detail label={orderMessages.shippingAddress}>
        <OrderAddress address={shippingAddress} />
      </Detail>
      {gift && (
        <Detail label={giftMessages.giftFor(gift.recipient)}>
          {gift.message && <span className="mb-1 block whitespace-pre-line">{gift.message}</span>}
          <TextLink to={`/orders/${id}/gift-receipt`}>{giftMessages.viewReceipt}</TextLink>
        </Detail>
      )}
      <Detail label={orderMessages.paymentMethod}>
        {paymentMethodLabels[paymentMethod]}
        {paymentMethod !== 'cod' && (
          <span className="block">
            {orderMessages.charged}: {formatCharge(charge.amount, charge.currency)}
          </span>
        )}
      </Detail>
      <Detail label={orderMessages.shipping}>
        {shippingMethodLabels[shippingMethod]}
        {trackingNumber && shipments.length === 0 && (
          <span className="block tabular-nums">
            {orderMessages.trackingNumber}: {trackingNumber}
          </span>
        )}
      </Detail>
    </dl>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-h3">{label}</dt>
      <dd className="text-ink-soft text-small">{children}</dd>
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
