/** What a visitor does, as requests through the web server. Each action is a new visitor. */
import { randomUUID } from 'node:crypto';
import { CheckoutStarted } from '@shop/contracts/checkout/schema';
import { LAST_WRITE_COOKIE } from '@shop/contracts/common/constants';
import { sandboxControl } from '@shop/e2e/sandbox-control';
import type { Shop } from '@shop/e2e/shop';
import type pg from 'pg';
import { bearerOf, createCustomersWithCarts } from '../checkout/customers.ts';

export type Action = { name: string; count: number; run: (turn: number) => Promise<void> };

/** `count` of each; orders and logins are fewer, because each takes longer. */
export async function listActions(shop: Shop, sql: pg.Pool, count: number): Promise<Action[]> {
  const { rows: slugs } = await sql.query<{ slug: string }>("select slug from products where status = 'published'");
  const { rows: variants } = await sql.query<{ id: string }>(
    `update stock set received = received + 100000, available = available + 100000
      where variant_id in (select s.variant_id from stock s join products p on p.id = s.product_id
                            where p.sellable and p.status = 'published')
     returning variant_id as id`,
  );
  const orders = Math.ceil(count / 4);
  await createCustomersWithCarts(
    sql,
    { from: 1, to: 2 * orders },
    variants.map(({ id }) => id),
  );
  const control = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT);
  /** The page of a visitor who has just written something is rendered for that visitor alone. */
  const rendered = (path: string, turn: number) => getPage(shop.url + path, { cookie: `${LAST_WRITE_COOKIE}=${turn}` });
  return [
    { name: 'page from the cache', count, run: () => getPage(`${shop.url}/`) },
    {
      name: 'product page, rendered',
      count,
      run: (turn) => rendered(`/product/${slugs[turn % slugs.length]?.slug}`, turn),
    },
    { name: 'product list, rendered', count, run: (turn) => rendered('/products', turn) },
    { name: 'search, rendered', count, run: (turn) => rendered('/products?q=crystal', turn) },
    {
      name: 'login with a password',
      count: orders,
      run: async () => {
        await post(`${shop.url}/api/auth/login`, { email: 'ada@example.com', password: 'a violet lantern' }, {});
      },
    },
    { name: 'order, cash on delivery', count: orders, run: (turn) => order(shop, turn + 1, 'cod', control) },
    { name: 'order, paid by card', count: orders, run: (turn) => order(shop, orders + turn + 1, 'card', control) },
  ];
}

async function order(
  shop: Shop,
  customer: number,
  paymentMethod: 'cod' | 'card',
  control: ReturnType<typeof sandboxControl>,
) {
  const headers = { authorization: bearerOf(customer, shop.env.AUTH_SECRET), 'idempotency-key': randomUUID() };
  const started = CheckoutStarted.parse(
    JSON.parse(await post(`${shop.url}/api/payment/create-order`, { paymentMethod }, headers)),
  );
  if ('order' in started) await post(`${shop.url}/api/payment/verify`, await control.pay(started.order.id), headers);
}

export async function getPage(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip', ...headers } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${body.slice(0, 200)}`);
}

async function post(url: string, body: object, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`);
  return text;
}
