import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { productMessages as messages } from '@shop/contracts/catalog/product-messages';
import { dollars } from '@shop/contracts/common/money';
import { formatDay } from '@shop/contracts/settings/delivery';
import { deliveryMessages as texts } from '@shop/contracts/settings/delivery-messages';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { Truck, Undo2 } from 'lucide-react';
import { useDates } from '#lib/dates.ts';
import { ChangeCountry } from '#shop/delivery/change-country.tsx';
import { type DeliveryPreview, useDeliveryEstimate } from '#shop/delivery/use-delivery-estimate.ts';
import { TextLink } from '#ui/text-link.tsx';

export type Shipping = Pick<
  PublicStoreSettings,
  'standardShipping' | 'expressShipping' | 'freeShippingOver' | 'returnDays'
> & {
  preview: DeliveryPreview;
};

/** Beside the button: when it arrives, what delivery costs and how to return. */
export function Delivery({ shipping }: { shipping: Shipping | undefined }) {
  return (
    <ul className="mt-5 grid grid-cols-1 gap-1 rounded-card bg-pearl px-4 py-3 text-small">
      {shipping && (
        <li className="flex items-start gap-3 py-2">
          <Truck aria-hidden className="size-5 shrink-0 text-delivered" strokeWidth={1.5} />
          <div className="min-w-0">
            <DeliveryEstimateLine preview={shipping.preview} />
            <ShippingPrices shipping={shipping} />
          </div>
        </li>
      )}
      {hasReturns(shipping) && (
        <li className="flex items-center gap-3">
          <Undo2 aria-hidden className="size-5 shrink-0 text-delivered" strokeWidth={1.5} />
          <TextLink to="/shipping#returns">{messages.returns}</TextLink>
        </li>
      )}
    </ul>
  );
}

/** Without settings, as in most stores. */
export const hasReturns = (shipping: Shipping | undefined) => shipping?.returnDays !== 0;

export function ShippingPrices({ shipping }: { shipping: Shipping }) {
  const { standardShipping, expressShipping, freeShippingOver } = shipping;
  return (
    <p>
      {messages.shippingPrices(dollars(standardShipping), dollars(expressShipping))}
      {freeShippingOver !== null && ` ${messages.freeShipping(dollars(freeShippingOver))}`}
    </p>
  );
}

/** When an order placed now arrives, for the country of the visitor. */
export function DeliveryEstimateLine({ preview }: { preview: DeliveryPreview }) {
  const { today } = useDates();
  const { country, arrival, choose } = useDeliveryEstimate(preview);
  return (
    <div>
      <p aria-live="polite" className="font-semibold">
        {texts.arrivesWith(arrival.standard, shippingMethodLabels.standard, today())}
      </p>
      <p className="text-ink-soft">
        {texts.deliveryTo(country)} {texts.by(shippingMethodLabels.express, formatDay(arrival.express.latest, today()))}
      </p>
      <ChangeCountry country={country} onChange={choose} />
    </div>
  );
}
