import { randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { percentile } from '@shop/e2e/percentile';
import { signToken } from '../../apps/api/src/identity/rules.ts';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { Connection } from '../../apps/api/src/platform/database/connection.ts';
import { BATCH, type Group, isDownload, listAdminRequests, type SendRequest } from './admin-requests.ts';
import { startApi } from './api-process.ts';
import { shopOfSize } from './generate/shop-of-size.ts';

const WARM_UP = 5;
const MAX_P99_MS = 300;
const SLOWEST_SHOWN = 20;
/** Characters of a download that are read: it is measured until its first rows. */
const FIRST_ROWS = 10_000;

/** Measures every list, search and page of the admin panel in the OpenAPI document, sequentially. */
export async function adminPanel(prefix: string, products: number, orders: number, requests: number) {
  const url = new URL(readConfig(process.env).databaseUrl);
  url.pathname = `/${prefix}_admin_${products}_${orders}`;
  const size = { products, users: Math.ceil(orders / 10), orders, reviewsPerProduct: 1, seed: 1 };
  await shopOfSize(url.href, size, console.log);
  const cookie = await signIn(url.href);
  const api = await startApi(url.href);
  const send: SendRequest = (path) => api.fetchTimed(path, { cookie }, isDownload(path) ? FIRST_ROWS : undefined);
  try {
    console.log(
      `\n${products.toLocaleString('en')} products, ${orders.toLocaleString('en')} orders; ${requests} requests each, in milliseconds (p99 at most ${MAX_P99_MS})\n`,
    );
    console.log(row('requests', '', 'p50', 'p99', 'worst', ''));
    const groups = await listAdminRequests(send, (path) => console.log(row(path, '', '', '', '', 'SKIPPED')));
    const all: Measured[] = [];
    for (const group of groups) all.push(...(await measureGroup(send, group, requests)));
    report(all);
  } finally {
    await api.stop();
  }
}

type Measured = { request: string; status: number | undefined; times: number[] };

/** Each request must pass; prints the median of the medians, the highest 99th percentile and the group's maximum. */
async function measureGroup(send: SendRequest, { name, requests }: Group, times: number) {
  const measured: Measured[] = [];
  for (const request of requests) measured.push(await measure(send, request, times));
  const slowest = Math.max(...measured.map(({ times }) => percentile(times, 0.99)));
  const worst = Math.max(...measured.flatMap(({ times }) => times));
  const median = percentile(
    measured.map(({ times }) => percentile(times, 0.5)),
    0.5,
  );
  const verdict = measured.every(passed) ? 'PASS' : 'FAIL';
  console.log(row(name, `${requests.length}`, median.toFixed(1), slowest.toFixed(1), worst.toFixed(1), verdict));
  return measured;
}

async function measure(send: SendRequest, request: string, repetitions: number): Promise<Measured> {
  const times: number[] = [];
  let status: number | undefined;
  for (let i = -WARM_UP; i < repetitions; i += 1) {
    const response = await send(request);
    status = response.status;
    if (i >= 0) times.push(response.ms);
  }
  return { request, status, times };
}

/** 422 is the expected response to a search that is too broad. */
const passed = ({ status, times }: Measured) =>
  (status === 200 || status === 422) && percentile(times, 0.99) <= MAX_P99_MS;

function report(all: Measured[]) {
  console.log(`\n${all.length} requests, the slowest of them:\n`);
  const slowest = all.toSorted((a, b) => percentile(b.times, 0.99) - percentile(a.times, 0.99)).slice(0, SLOWEST_SHOWN);
  for (const one of new Set([...slowest, ...all.filter((one) => !passed(one))]))
    console.log(
      row(
        one.request,
        `${one.status}`,
        percentile(one.times, 0.5).toFixed(1),
        percentile(one.times, 0.99).toFixed(1),
        Math.max(...one.times).toFixed(1),
        passed(one) ? 'PASS' : 'FAIL',
      ),
    );
  if (!all.every(passed)) process.exitCode = 1;
}

/** The generated data has no product import: this one is inserted for the benchmark. */
const IMPORT = '01900000-0000-7000-8000-000000000001';

/** Views of the admin: their counts read many rows, few or none. */
const VIEWS: Record<string, string> = {
  orders: `status=pending status=delivered payment=refunded shipping=express shipping=standard from=2025-12-01 to=2025-12-01
    fulfillment=unfulfilled&shipping=express payment=paid&status=shipped from=2026-11-10&status=cancelled q=zelda+haddad
    q=anna+smith&status=cancelled sort=-total from=2026-11-10&shipping=express&sort=-total`,
  products: `stock=in category=Jewelry&stock=out brand=Maison+Aubrey&category=Jewelry brand=Verrerie+Eames&stock=low
    q=crystal+ring q=number+4242 sort=-price category=Jewelry&q=crystal`,
  customers: 'q=zelda+haddad role=packer sort=name',
};

/**
 * Cookie of an admin; also inserts the admin's views, a bulk update of 10,000 orders and an import whose 100,000 rows
 * all have errors.
 */
async function signIn(url: string) {
  const token = randomBytes(24).toString('hex');
  const { pool, close } = new Connection({
    url,
    applicationName: 'crystalline-bench',
    max: 1,
    statementTimeoutMs: 60_000,
    onError: console.error,
  });
  try {
    await pool.query(
      `with person as (
         insert into users (name, email, role) values ('Bench', 'bench@example.com', 'admin')
             on conflict (email) do update set role = 'admin' returning id)
       insert into sessions (user_id, token, expires_at) select id, $1, now() + interval '1 day' from person`,
      [token],
    );
    for (const [list, queries] of Object.entries(VIEWS))
      await pool.query(
        `insert into saved_views (owner_user_id, list, name, query)
         select u.id, $1, 'View ' || number, query
           from users u, unnest($2::text[]) with ordinality q (query, number)
          where u.email = 'bench@example.com' on conflict do nothing`,
        [list, queries.split(/\s+/)],
      );
    await pool.query(
      `with batch as (
         insert into order_batches (id, finished_at) values ($1, now()) on conflict do nothing returning id)
       insert into order_batch_items (batch_id, order_id, to_status, status)
       select batch.id, newest.id, 'shipped', 'done'
         from batch, (select id from orders order by created_at desc limit 10000) newest`,
      [BATCH],
    );
    await pool.query(
      `with import as (
         insert into product_imports (id, file_name, status, can_set_opening_stock, rows, products, invalid)
         values ($1, 'all-wrong.csv', 'checked', true, 100000, 100000, 100000) on conflict do nothing returning id)
       insert into product_import_items (import_id, row, slug, lines, status, problems)
       select id, row, 'line-' || row, '[]', 'invalid',
              jsonb_build_array(jsonb_build_object('row', row, 'message', 'No.'))
         from import, generate_series(2, 100001) row`,
      [IMPORT],
    );
  } finally {
    await close();
  }
  return `${SESSION_COOKIE}=${encodeURIComponent(signToken(token, readConfig(process.env).authSecret))}`;
}

const row = (name: string, status: string, p50: string, p99: string, worst: string, verdict: string) =>
  [name.padEnd(64), status.padStart(7), p50.padStart(8), p99.padStart(8), worst.padStart(8), verdict].join('  ');
