import { type DeliveryEstimate, type DeliveryRules, estimatesByMethod } from '@shop/contracts/settings/delivery';
import { useEffect, useState } from 'react';
import { useSession } from '#lib/session.tsx';
import { useStoreTimeZone } from '#lib/store-time.ts';
import { countryCookie, countryIn } from './country-cookie.ts';

/** The dates for one country, and the rules for the dates of every other. */
export type DeliveryPreview = {
  country: string;
  arrival: { standard: DeliveryEstimate; express: DeliveryEstimate };
  rules: DeliveryRules;
};

/**
 * The page is shared by all visitors: the browser calculates the dates for the country that it remembers, or else that of
 * the customer's address, as the cart does.
 */
export function useDeliveryEstimate({ country, arrival, rules }: DeliveryPreview) {
  const timeZone = useStoreTimeZone();
  const [chosen, setChosen] = useState({ country, arrival });

  const show = (next: string) =>
    setChosen({
      country: next,
      // An older browser may lack the time zone: `useStoreTimeZone` is one that it has.
      arrival: estimatesByMethod({ now: new Date(), country: next, rules: { ...rules, timeZone } }),
    });

  const addressCountry = useSession().session?.country;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after hydration, and again once the session is known.
  useEffect(() => {
    const known = countryIn(document.cookie) ?? addressCountry;
    if (known && known !== chosen.country) show(known);
  }, [addressCountry]);

  return {
    ...chosen,
    choose: (next: string) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in supported browsers.
      document.cookie = countryCookie(next);
      show(next);
    },
  };
}
