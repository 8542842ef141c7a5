import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { formatDay } from '@shop/contracts/settings/delivery';
import { deliveryMessages as texts } from '@shop/contracts/settings/delivery-messages';
import { useDates } from '#lib/dates.ts';
import { ChangeCountry } from './change-country.tsx';
import { type ArrivalPreview, useArrival } from './use-arrival.ts';

/** When an order placed now arrives, for the country of the visitor. */
export function ArrivalLine({ preview }: { preview: ArrivalPreview }) {
  const { today } = useDates();
  const { country, arrival, choose } = useArrival(preview);
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
