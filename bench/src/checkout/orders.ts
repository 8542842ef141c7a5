import { randomUUID } from 'node:crypto';
import { sandboxControl } from '@shop/e2e/sandbox-control';
import { startShop } from '@shop/e2e/shop';
import pg from 'pg';
import { z } from 'zod';
import { withCleanup } from '../cleanup.ts';
import { cpuByProcess } from '../cost/usage.ts';
import { interleave, type Measurement, measureRound, printComparison } from '../interleave.ts';
import { milliseconds } from '../milliseconds.ts';
import { bearerOf, createCustomersWithCarts } from './customers.ts';
import { placeBareOrders } from './pgbench.ts';
import { createPostClient } from './post-client.ts';

const CLIENTS = 16;
/** What the responses of all releases have. */
const PaymentStarted = z.object({ order: z.object({ id: z.string() }) });
const MIN_SHARE = 0.6;

type Options = { each: number; rounds: number; base?: string };

/** Order throughput of one API process relative to the same rows written by pgbench, and to another checkout. */
export const orders = ({ each, rounds, base }: Options) =>
  withCleanup(async (onEnd) => {
    const store = await openStore(onEnd, each);
    const other = base ? await openStore(onEnd, each, base) : undefined;

    console.log(`\nOrders of ${CLIENTS} customers at a time: median of ${rounds} rounds (lowest–highest)\n`);
    for (const demand of ['distinct', 'hot'] as const) {
      const [cash = [], bare, card = [], baseCash, baseCard] = await interleave(rounds, [
        store.measureApi('cod', demand),
        store.measureBare(demand),
        store.measureApi('card', demand),
        ...(other ? [other.measureApi('cod', demand), other.measureApi('card', demand)] : []),
      ]);
      const products = demand === 'hot' ? 'one hot product' : 'distinct products';
      printComparison({
        name: `cash, ${products}`,
        now: cash,
        others: { bare, base: baseCash },
        minShare: MIN_SHARE,
      });
      printComparison({ name: `card, ${products}`, now: card, others: { cash, base: baseCard } });
    }
    for (const [method, times] of Object.entries(store.times))
      console.log(`${method}: p50 ${milliseconds(times, 0.5)}, p99 ${milliseconds(times, 0.99)}`);
  });

async function openStore(onEnd: (stop: () => unknown) => void, each: number, root?: string) {
  const shop = await startShop({
    webs: 0,
    payments: true,
    root,
    env: { RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'silent' },
  });
  onEnd(shop.stop);
  const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
  onEnd(() => sql.end());
  const variants = await addStock(sql, CLIENTS);
  const control = sandboxControl(shop.payment.SANDBOX_CONTROL_PORT);
  const post = createPostClient(shop.apiPorts);
  const times = { cod: [] as number[], card: [] as number[] };
  let customers = 0;

  /** Returns the number of the first one. */
  async function addCustomers(demand: 'distinct' | 'hot') {
    const first = customers + 1;
    customers += CLIENTS * each;
    await createCustomersWithCarts(
      sql,
      { from: first, to: customers },
      demand === 'hot' ? variants.slice(0, 1) : variants,
    );
    await sql.query('vacuum analyze');
    return first;
  }

  async function placeOrder(customer: number, paymentMethod: 'cod' | 'card') {
    const headers = { authorization: bearerOf(customer, shop.env.AUTH_SECRET), 'idempotency-key': randomUUID() };
    const started = await post('/api/payment/create-order', { paymentMethod }, headers);
    if (started.status !== 200) throw new Error(`An order got ${started.status}: ${started.body}`);
    if (paymentMethod === 'cod') return;
    const { order } = PaymentStarted.parse(JSON.parse(started.body));
    const verified = await post('/api/payment/verify', await control.pay(order.id), headers);
    if (verified.status !== 200) throw new Error(`A payment got ${verified.status}: ${verified.body}`);
  }

  const cpu = () => cpuByProcess([shop.pids.api], shop.databaseUrl);

  return {
    times,
    measureApi: (method: 'cod' | 'card', demand: 'distinct' | 'hot') => async (round: number) => {
      const first = await addCustomers(demand);
      const client = async (_: unknown, number: number) => {
        for (let i = 0; i < each; i++) {
          const startedAt = performance.now();
          await placeOrder(first + number * each + i, method);
          if (round > 0) times[method].push(performance.now() - startedAt);
        }
      };
      return measureRound(async () => {
        const startedAt = performance.now();
        await Promise.all(Array.from({ length: CLIENTS }, client));
        return { count: CLIENTS * each, seconds: (performance.now() - startedAt) / 1_000 };
      }, cpu);
    },
    measureBare: (demand: 'distinct' | 'hot') => async (): Promise<Measurement> => {
      const first = await addCustomers(demand);
      return { rate: await placeBareOrders(shop.databaseUrl, { first, clients: CLIENTS, each }) };
    },
  };
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
