import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { giftMessages } from '@shop/contracts/gifts/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { Order } from '@shop/contracts/orders/schema';
import { Copy } from 'lucide-react';
import { PromiseText } from '#shop/delivery/promise-text.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';
import { AddressLabel } from './address-label.tsx';
import { addressText } from './address-lines.ts';
import { Card } from './order-card.tsx';

export function ShipTo({ order }: { order: Order }) {
  const { shippingAddress, shippingMethod } = order;
  const copy = () =>
    navigator.clipboard.writeText(addressText(shippingAddress)).then(
      () => toast('success', texts.addressCopied),
      () => toast('error', texts.addressNotCopied),
    );

  return (
    <Card
      title={texts.shipTo}
      actions={
        <IconButton icon={Copy} label={texts.copyAddress} onClick={() => void copy()} className="noscript:hidden" />
      }
    >
      <AddressLabel address={shippingAddress} />
      {order.gift && (
        <p className="mt-3 whitespace-pre-line wrap-anywhere">
          <span className="block font-semibold">{giftMessages.giftFor(order.gift.recipient)}</span>
          {order.gift.message}
        </p>
      )}
      <p className="mt-3 text-ink-muted text-small">{texts.shippingMethod(shippingMethodLabels[shippingMethod])}</p>
      <PromiseText order={order} className="mt-1 text-small" />
    </Card>
  );
}
