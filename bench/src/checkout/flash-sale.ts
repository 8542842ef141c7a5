import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxControl } from '@shop/e2e/sandbox-control';
import { run, type Shop, startShop } from '@shop/e2e/shop';
import pg from 'pg';
import { Connection } from '../../../apps/api/src/platform/database/connection.ts';
import { countViolations } from '../../../apps/api/src/system/invariant-queries.ts';
import { milliseconds } from '../milliseconds.ts';
import { createCustomersWithCarts } from './customers.ts';
import { aCustomer, KINDS, type PurchaseResult } from './flash-sale-customer.ts';

const UNITS = 100;
const ARRIVE_WITHIN_MS = 10_000;
const SAMPLE_EVERY_MS = 20;
const MAX_WAVES = 20;

/** All customers buy the same 100 units within ten seconds. No more than 100 may be sold. */
export async function flashSale(customerCount: number) {
  const shop = await startShop({
    apis: 2,
    webs: 0,
    payments: true,
    env: { RATE_LIMIT_FACTOR: '1000000', SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' },
  });
  const worker = run('worker', shop.env);
  const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 3 });
  try {
    if (!(await sell(shop, sql, customerCount))) process.exitCode = 1;
  } finally {
    worker.kill();
    await Promise.all([once(worker, 'exit'), sql.end()]);
    await shop.stop();
  }
}

async function sell(shop: Shop, sql: pg.Pool, customerCount: number) {
  const variantId = await setAvailableStock(sql);
  await createCustomersWithCarts(sql, { from: 1, to: customerCount }, [variantId]);
  await sql.query('analyze');
  const control = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT);
  await control.failWebhooks({ do: 'duplicate', copies: 2, every: 20 });

  const sampling = new AbortController();
  const peak = sampleStock(sql, variantId, sampling.signal);
  const customer = aCustomer(shop, control);
  const startedAt = performance.now();
  const results = await Promise.all(
    Array.from({ length: customerCount }, async (_, i) => {
      await pause((i * ARRIVE_WITHIN_MS) / customerCount);
      return customer(i + 1);
    }),
  );
  const rushSeconds = (performance.now() - startedAt) / 1_000;

  // Expired reservations return to stock, and customers who found none try again.
  const rejected = results.flatMap(({ kind }, i) => (kind === 'out of stock' ? [i + 1] : []));
  let waves = 0;
  for (; (await unitsOf(sql, variantId)).sold < UNITS && waves < MAX_WAVES; waves++) {
    await expireReservations(sql);
    const again = rejected.splice(0, UNITS);
    results.push(...(await Promise.all(again.map((number) => customer(number, true)))));
  }
  await waitUntilCompleted(sql, control);
  sampling.abort();
  return report({ shop, sql, variantId, customerCount, results, rushSeconds, waves, peak: await peak, control });
}

/** Sets the available stock of one unsold variant of the sample to the units for sale. */
async function setAvailableStock(sql: pg.Pool) {
  const { rows } = await sql.query<{ id: string }>(
    `update stock set available = $1, received = reserved + sold + $1
      where variant_id = (select s.variant_id from stock s join products p on p.id = s.product_id
                           where p.sellable and p.status = 'published' and s.sold = 0 and s.reserved = 0 limit 1)
     returning variant_id as id`,
    [UNITS],
  );
  if (!rows[0]) throw new Error('The sample has no unsold variant.');
  return rows[0].id;
}

async function unitsOf(sql: pg.Pool, variantId: string) {
  const { rows } = await sql.query<{ available: number; reserved: number; sold: number; ordered: number }>(
    `select available::int, reserved::int, sold::int,
            (select coalesce(sum(l.quantity), 0)::int from order_lines l where l.variant_id = s.variant_id) as ordered
       from stock s where variant_id = $1`,
    [variantId],
  );
  return rows[0] ?? { available: 0, reserved: 0, sold: 0, ordered: 0 };
}

/** Samples the maximum of reserved and sold units, and of ordered units. */
async function sampleStock(sql: pg.Pool, variantId: string, signal: AbortSignal) {
  const peak = { promised: 0, ordered: 0, samples: 0 };
  while (!signal.aborted) {
    const { reserved, sold, ordered } = await unitsOf(sql, variantId);
    peak.promised = Math.max(peak.promised, reserved + sold);
    peak.ordered = Math.max(peak.ordered, ordered);
    peak.samples += 1;
    await pause(SAMPLE_EVERY_MS);
  }
  return peak;
}

const expireReservations = (sql: pg.Pool) =>
  sql.query(
    `with over as (update checkouts set expires_at = now() where status = 'open' returning id)
     update reservations set expires_at = now() where checkout_id in (select id from over)`,
  );

async function waitUntilCompleted(sql: pg.Pool, control: ReturnType<typeof sandboxControl>) {
  const giveUpAt = performance.now() + 180_000;
  for (;;) {
    await expireReservations(sql);
    const { rows } = await sql.query<{ waiting: number }>(
      `select ((select count(*) from checkouts where status = 'open')
               + (select count(*) from webhook_inbox where processed_at is null))::int as waiting`,
    );
    if (rows[0]?.waiting === 0 && (await control.ledger()).undelivered === 0) return;
    if (performance.now() > giveUpAt)
      throw new Error('Not all checkouts and webhooks were processed within three minutes.');
    await sql.query("select from graphile_worker.add_job('expire_checkouts')");
    await pause(500);
  }
}

type Sale = {
  shop: Shop;
  sql: pg.Pool;
  variantId: string;
  customerCount: number;
  results: PurchaseResult[];
  rushSeconds: number;
  waves: number;
  peak: Awaited<ReturnType<typeof sampleStock>>;
  control: ReturnType<typeof sandboxControl>;
};

async function report({ shop, sql, variantId, customerCount, results, rushSeconds, waves, peak, control }: Sale) {
  const { sold, available, reserved, ordered } = await unitsOf(sql, variantId);
  const { db, close } = new Connection({
    url: shop.databaseUrl,
    applicationName: 'crystalline-bench',
    max: 1,
    statementTimeoutMs: 0,
    onError: console.error,
  });
  const broken = (await countViolations(db).finally(close)).filter(({ violations }) => violations > 0);
  const [theirs, ours] = [await sumProviderPayments(control), await sumStoredPayments(sql, control)];
  const wrong = results.flatMap(({ wrong }) => wrong);
  const of = (kind: PurchaseResult['kind']) => results.flatMap((result) => (result.kind === kind ? [result.ms] : []));
  const counts = KINDS.map((kind) => `${of(kind).length} ${kind}`);

  console.log(`
${customerCount.toLocaleString('en')} customers within ${ARRIVE_WITHIN_MS / 1_000} s for ${UNITS} units, served in ${rushSeconds.toFixed(1)} s; ${waves} more waves for expired reservations
${counts.join(', ')}
out of stock:  p50 ${milliseconds(of('out of stock'), 0.5)}  p99 ${milliseconds(of('out of stock'), 0.99)}
bought:        p50 ${milliseconds(of('bought'), 0.5)}  p99 ${milliseconds(of('bought'), 0.99)}`);
  return [
    verdict(
      `${sold} units sold, ${ordered} of them ordered, ${available} available, ${reserved} reserved`,
      sold === UNITS && ordered === UNITS,
    ),
    verdict(
      `at most ${peak.promised} reserved or sold and ${peak.ordered} ordered in ${peak.samples} samples`,
      peak.promised <= UNITS && peak.ordered <= UNITS,
    ),
    verdict(`${wrong.length} unexpected responses ${JSON.stringify(wrong.slice(0, 3))}`, wrong.length === 0),
    verdict(`${broken.length} data integrity checks failed ${broken.map(({ id }) => id)}`, broken.length === 0),
    verdict(
      `the provider captured ${theirs.total} paise in ${theirs.count} payments, we recorded ${ours.total} in ${ours.count}`,
      theirs.total === ours.total && theirs.count === ours.count,
    ),
  ].every(Boolean);
}

function verdict(text: string, passed: boolean) {
  console.log(`${passed ? 'PASS' : 'FAIL'}  ${text}`);
  return passed;
}

async function sumProviderPayments(control: Sale['control']) {
  const captured = (await control.ledger()).payments.filter(
    ({ status }) => status === 'captured' || status === 'refunded',
  );
  return { total: captured.reduce((sum, { amount }) => sum + amount, 0), count: captured.length };
}

async function sumStoredPayments(sql: pg.Pool, control: Sale['control']) {
  // Excludes the payments of the sample, which do not exist at the provider.
  const ids = (await control.ledger()).payments.map(({ id }) => id);
  const { rows } = await sql.query<{ total: number; count: number }>(
    `select coalesce(sum(amount_minor), 0)::float8 as total, count(*)::int as count from payments
      where provider_payment_id = any ($1) and status in ('captured', 'refunded')`,
    [ids],
  );
  return rows[0] ?? { total: 0, count: 0 };
}
