import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { Order } from '@shop/contracts/orders/schema';
import { Copy } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';
import { AddressLabel } from '../packing/address-label.tsx';
import { addressText } from '../packing/address-lines.ts';
import { Card } from './card.tsx';

export function ShipTo({ order: { shippingAddress, shippingMethod } }: { order: Order }) {
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
      <p className="mt-3 text-ink-muted text-small">{texts.shippingMethod(shippingMethodLabels[shippingMethod])}</p>
    </Card>
  );
}
