import { redirect } from 'react-router';
import { readForm } from '#lib/forms/form.server.ts';
import { redirectTarget } from '#lib/redirect-target.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import type { Route } from './+types/delivery-country';
import { COUNTRY_ACTION, countryCookie, DELIVER_TO, knownCountry } from './country-cookie.ts';

/** Remembers the country, and shows the page again. A product page is cached: its URL says the country. */
export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const target = redirectTarget(text('returnTo'));
  const country = knownCountry(text('country'));
  if (!country) throw redirect(target);

  const [path = '/', search = ''] = target.split(/[?#]/);
  const parameters = new URLSearchParams(search);
  if (path.startsWith('/product/')) parameters.set(DELIVER_TO, country);
  const query = parameters.size > 0 ? `?${parameters}` : '';
  throw redirect(`${path === COUNTRY_ACTION ? '/' : path}${query}`, withCookies({}, [countryCookie(country)]));
}

/** A reload after the form, for example. */
export const loader = () => redirect('/');
