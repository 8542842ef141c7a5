import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '@shop/e2e/percentile';
import { run, type Shop, startShop } from '@shop/e2e/shop';
import pg from 'pg';
import { milliseconds } from '../milliseconds.ts';
import { bearerOf, createCustomersWithCarts } from './customers.ts';
import { createPostClient } from './post-client.ts';

const CLIENTS = 16;
const ROUNDS = 3;
const SCRIPT = fileURLToPath(new URL('orders.sql', import.meta.url));
const PG_HOME = '/usr/lib/postgresql';

/** Order throughput of one API process compared with the same statements in pgbench. Cash on delivery. */
export async function orders(each: number) {
  const shop = await startShop({ webs: 0, env: { RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'silent' } });
  const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
  try {
    await registerTasks(shop, sql);
    const variants = await addStock(sql, CLIENTS);
    const distinct = await compare(shop, sql, each, 'distinct products', variants, 0.4);
    const hot = await compare(shop, sql, each, 'one hot product', variants.slice(0, 1), 0.5);
    if (!distinct || !hot) process.exitCode = 1;
  } finally {
    await sql.end();
    await shop.stop();
  }
}

let customerCount = 0;
/** Alternates, so that other load on the machine affects both alike; compares the medians. */
async function compare(shop: Shop, sql: pg.Pool, each: number, name: string, variantIds: string[], minRatio: number) {
  const turns = { api: [] as number[], bare: [] as number[] };
  const times: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const first = customerCount + 1;
    customerCount += 2 * CLIENTS * each;
    await createCustomersWithCarts(sql, { from: first, to: customerCount }, variantIds);
    await sql.query('vacuum analyze');
    const api = await measureApi(shop, first, each);
    const bare = await measurePgbench(shop, first + CLIENTS * each, each);
    await assertSameRows(sql, first, CLIENTS * each);
    if (round < 0) continue; // Warm-up.
    turns.api.push(api.perSecond);
    turns.bare.push(bare);
    times.push(...api.times);
  }
  const [api, bare] = [median(turns.api), median(turns.bare)];
  const passed = api / bare >= minRatio;
  console.log(
    `${name}: ${api.toFixed(0)} orders/s through the API (p50 ${milliseconds(times, 0.5)}, p99 ${milliseconds(times, 0.99)}), ` +
      `${bare.toFixed(0)} by pgbench, ratio ${(api / bare).toFixed(2)} (at least ${minRatio})   ${passed ? 'PASS' : 'FAIL'}`,
  );
  return passed;
}

async function measureApi(shop: Shop, first: number, each: number) {
  const post = createPostClient(shop.apiPorts);
  const times: number[] = [];
  const client = async (_: unknown, number: number) => {
    for (let i = 0; i < each; i++) {
      const authorization = bearerOf(first + number * each + i, shop.env.AUTH_SECRET);
      const startedAt = performance.now();
      const headers = { authorization, 'idempotency-key': randomUUID() };
      const { status, body } = await post('/api/payment/create-order', { paymentMethod: 'cod' }, headers);
      if (status !== 200) throw new Error(`An order got ${status}: ${body}`);
      times.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { perSecond: (CLIENTS * each * 1_000) / (performance.now() - startedAt), times };
}

async function measurePgbench(shop: Shop, first: number, each: number) {
  const version = readdirSync(PG_HOME).sort().at(-1) ?? '';
  const { stdout } = await promisify(execFile)(join(PG_HOME, version, 'bin', 'pgbench'), [
    ...['--no-vacuum', '--protocol=prepared', `--file=${SCRIPT}`, `--client=${CLIENTS}`, '--jobs=2'],
    ...[`--transactions=${each}`, `--define=first=${first}`, `--define=each=${each}`, '--define=i=0', shop.databaseUrl],
  ]);
  const perSecond = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
  if (!perSecond) throw new Error(`The output of pgbench has no rate:\n${stdout}`);
  return perSecond;
}

/** The baseline is only valid if it writes the same rows as the API. */
async function assertSameRows(sql: pg.Pool, first: number, orders: number) {
  const { rows } = await sql.query<{ written: string }>(
    `select json_build_array(count(distinct o.id), count(distinct l.id), count(distinct h.id), count(distinct n.id),
              count(distinct m.id), count(distinct r.checkout_id), count(distinct k.user_id), count(distinct j.id))::text
            as written
       from generate_series($1::int, $2::int) i join users u on u.email = 'buyer-' || i || '@example.com'
       left join orders o on o.user_id = u.id left join order_lines l on l.order_id = o.id
       left join order_status_history h on h.order_id = o.id left join notifications n on n.history_id = h.id
       left join email_messages m on m.order_id = o.id left join reservations r on r.checkout_id = o.checkout_id
       left join idempotency_keys k on k.user_id = u.id and k.status = 200
       left join graphile_worker._private_jobs j on j.payload ->> 'emailId' = m.id::text
      group by (i - $1) / $3`,
    [first, first + 2 * orders - 1, orders],
  );
  const [api, bare] = rows;
  if (!api || api.written !== bare?.written) throw new Error(`${JSON.stringify(rows)}: pgbench writes other rows.`);
}

/** The first worker registers the task names in the queue. */
async function registerTasks(shop: Shop, sql: pg.Pool) {
  const worker = run('apps/api/src/worker.ts', { ...shop.env, SMTP_URL: 'smtp://127.0.0.1:1' });
  const isRegistered = async () =>
    (await sql.query("select from graphile_worker._private_tasks where identifier = 'send_email'")).rowCount;
  while (!(await isRegistered())) await new Promise((next) => setTimeout(next, 50));
  worker.kill('SIGKILL');
}

async function addStock(sql: pg.Pool, products: number) {
  const { rows } = await sql.query<{ id: string }>(
    `update stock set received = received + 1000000, available = available + 1000000
      where variant_id in (select distinct on (p.id) s.variant_id from stock s join products p on p.id = s.product_id
                            where p.sellable and p.status = 'published' order by p.id limit $1)
     returning variant_id as id`,
    [products],
  );
  return rows.map(({ id }) => id);
}
