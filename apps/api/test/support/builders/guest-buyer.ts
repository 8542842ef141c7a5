/** Guests at checkout, with a real session and an address of their own. */
import { randomUUID } from 'node:crypto';
import { SignedIn } from '@shop/contracts/identity/schema';
import type { InjectOptions } from 'fastify';
import type { TestStore } from '#test/harness.ts';
import { anEmail, sessionCookie } from './account.ts';
import { aVariant } from './cart.ts';

export type GuestBuyer = Awaited<ReturnType<typeof aGuestBuyer>>;

export async function aGuestBuyer(shop: TestStore, { email = anEmail(), headers = {} } = {}) {
  const started = await shop.guest.post('/api/auth/guest', { email }, headers);
  if (started.statusCode !== 201) throw new Error(started.body);
  const { user } = SignedIn.parse(started.json());
  const session = { cookie: sessionCookie(started) };
  const buyer = {
    id: user.id,
    email,
    user,
    started,
    cookie: session.cookie,
    get: (url: string, more = {}) => shop.guest.get(url, { ...session, ...more }),
    post: (url: string, body?: InjectOptions['payload'], more = {}) =>
      shop.guest.post(url, body, { ...session, ...more }),
    put: (url: string, body?: InjectOptions['payload']) => shop.guest.put(url, body, session),
    delete: (url: string) => shop.guest.delete(url, undefined, session),
  };
  const address = {
    name: 'Home',
    recipient: 'Ada Lovelace',
    line1: `${randomUUID()} Street`,
    city: 'Springfield',
    state: 'Illinois',
    postalCode: '560001',
    country: 'India',
  };
  await buyer.post('/api/addresses', address, headers);
  return buyer;
}

/** A discount code of 100%, and no tax and shipping: its order needs no payment provider. */
export async function aFreeCode({ sql }: TestStore, { perUserLimit = null as number | null } = {}) {
  await sql.query('update store_settings set tax_bp = 0, standard_shipping_cents = 0');
  const code = `FREE${randomUUID().slice(0, 8)}`.toUpperCase();
  await sql.query('insert into discount_codes (code, percent_bp, per_user_limit) values ($1, 10000, $2)', [
    code,
    perUserLimit,
  ]);
  return code;
}

/** Adds a new product to the cart and checks out with the code. */
export async function buyWithCode(shop: TestStore, buyer: Pick<GuestBuyer, 'post'>, code: string) {
  const { variantId } = await aVariant(shop, { price: 100 });
  await buyer.post('/api/cart/items', { variantId });
  await buyer.post('/api/cart/discount', { code });
  return buyer.post('/api/payment/create-order', { paymentMethod: 'card' }, { 'idempotency-key': randomUUID() });
}

/** A paid order of 0; returns its id and number. */
export async function aGuestOrder(shop: TestStore, buyer: Pick<GuestBuyer, 'post'>) {
  const response = await buyWithCode(shop, buyer, await aFreeCode(shop));
  if (response.statusCode !== 200 || !response.json().placed) throw new Error(response.body);
  const { orderId, number }: { orderId: string; number: string } = response.json().placed;
  return { orderId, number };
}

/** The token of the newest email of this kind to the address. */
export async function linkIn({ sql }: TestStore, email: string, kind: string) {
  const { rows } = await sql.query<{ token: string }>(
    `select payload ->> 'token' as token from email_messages where to_email = $1 and kind = $2 order by id desc limit 1`,
    [email, kind],
  );
  return rows[0]?.token ?? '';
}
