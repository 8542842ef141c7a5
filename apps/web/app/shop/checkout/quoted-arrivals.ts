import { dayIn } from '@shop/contracts/common/days';
import { arrivalsOf, type DeliveryRules } from '@shop/contracts/settings/delivery';
import { deliveryMessages } from '@shop/contracts/settings/delivery-messages';

/** When an order placed at `now` arrives in a country, by shipping method, and as the page says it. */
export function quotedArrivals({ now, ...rules }: DeliveryRules & { now: string }, country: string) {
  const arrivals = arrivalsOf({ now: new Date(now), country, rules });
  const today = dayIn(new Date(now), rules.timeZone);
  return {
    arrivals,
    texts: {
      standard: deliveryMessages.arrives(arrivals.standard, today),
      express: deliveryMessages.arrives(arrivals.express, today),
    },
  };
}
