import { COUNTRY_COOKIE } from '@shop/contracts/cart/constants';
import { COUNTRIES } from '@shop/contracts/identity/constants';

/** Where the form without scripts posts to. */
export const COUNTRY_ACTION = '/delivery-country';

/** Parameter of the product page: without scripts, the page is rendered for this country. */
export const DELIVER_TO = 'deliver_to';

const YEAR_SECONDS = 31_536_000;

export const knownCountry = (name: string | null | undefined) => COUNTRIES.find((country) => country === name);

/** For `Set-Cookie` and for `document.cookie`. */
export const countryCookie = (country: string) =>
  `${COUNTRY_COOKIE}=${encodeURIComponent(country)}; Max-Age=${YEAR_SECONDS}; Path=/; Secure; SameSite=Lax`;

/** The country in the cookies of this browser, if the store ships there. */
export const countryIn = (cookies: string) =>
  COUNTRIES.find((country) => cookies.split('; ').includes(`${COUNTRY_COOKIE}=${encodeURIComponent(country)}`));
