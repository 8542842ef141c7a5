import { COUNTRY_COOKIE } from '@shop/contracts/cart/constants';
import { DEFAULT_DELIVERY, estimatesByMethod } from '@shop/contracts/settings/delivery';
import { expect, test } from 'vitest';
import { aVariant, cartIn } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { sql, guest, aShopper } = shop;
const { variantId } = await aVariant(shop);

const arrivalIn = (country: string) =>
  estimatesByMethod({ now: new Date(), country, rules: { ...DEFAULT_DELIVERY, timeZone: 'UTC' } });
const chosen = (country: string) => ({ cookie: `${COUNTRY_COOKIE}=${encodeURIComponent(country)}` });

test('a cart says when an order placed now arrives, by shipping method', async () => {
  const { country, arrival } = cartIn(await guest.get('/api/cart'));

  expect([country, arrival]).toEqual(['United States', arrivalIn('United States')]);
});

test('the dates of a cart are those of the requested country, or else the one that the visitor has chosen', async () => {
  const inCookie = cartIn(await guest.get('/api/cart', chosen('Canada')));
  const requested = cartIn(await guest.get('/api/cart?country=India', chosen('Canada')));
  const added = cartIn(await guest.post('/api/cart/items', { variantId }, chosen('United Kingdom')));

  expect([inCookie.country, requested.country, added.country]).toEqual(['Canada', 'India', 'United Kingdom']);
  expect([inCookie.arrival, requested.arrival]).toEqual([arrivalIn('Canada'), arrivalIn('India')]);
});

test('a country that the store does not ship to is rejected in the URL and ignored in the cookie', async () => {
  expect((await guest.get('/api/cart?country=Norway')).statusCode).toBe(422);
  expect(cartIn(await guest.get('/api/cart', chosen('Norway'))).country).toBe('United States');
});

test('without a choice, the dates are those of the default address, or else of the country of the seller', async () => {
  const ada = await aShopper();
  await ada.post('/api/cart/items', { variantId });
  await sql.query(`update store_settings set country = 'India'`);
  expect(cartIn(await ada.get('/api/cart')).country).toBe('India');

  await sql.query(
    `insert into addresses (user_id, name, line1, city, state, postal_code, country)
     values ($1, 'Home', '1 Queen Street', 'Toronto', 'Ontario', 'M5H 2N2', 'Canada')`,
    [ada.id],
  );
  expect(cartIn(await ada.get('/api/cart')).country).toBe('Canada');
});
