import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { adminPanel } from './admin-panel.ts';
import { flashSale } from './checkout/flash-sale.ts';
import { orders } from './checkout/orders.ts';
import { cost } from './cost/cost.ts';
import { start } from './cost/start.ts';
import { fanOut } from './fan-out.ts';
import { generate } from './generate/generate.ts';
import { CATALOG } from './growth/catalog.ts';
import { compareGrowth } from './growth/compare.ts';
import { CONTRADICTIONS, STOREFRONT } from './growth/storefront.ts';
import { lighthouseScores } from './lighthouse.ts';
import { loginStorm } from './login-storm.ts';
import { memory } from './memory.ts';
import { pages } from './pages.ts';
import { reads } from './reads.ts';
import { searchBounds } from './search-bounds.ts';
import { streams } from './streams.ts';
import { verify } from './verify.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'database-url': { type: 'string' },
    products: { type: 'string' },
    users: { type: 'string' },
    orders: { type: 'string' },
    reviews: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    recipients: { type: 'string', default: '1000000' },
    streams: { type: 'string', default: '5000' },
    count: { type: 'string', default: '2000' },
    requests: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '10' },
    base: { type: 'string' },
    'database-prefix': { type: 'string', default: 'crystalline_bench' },
  },
});

/** Number of requests of a measurement, if it is limited. */
const requests = values.requests === undefined ? undefined : Number(values.requests);
const rounds = Number(values.rounds);
/** Another checkout, installed and built, to compare with. */
const base = values.base && resolve(values.base);
const growth = {
  prefix: values['database-prefix'],
  products: Number(values.products ?? 1_000_000),
  count: requests ?? 200,
};

const BENCHMARKS: Record<string, () => Promise<void>> = {
  async generate() {
    const databaseUrl = values['database-url'];
    if (!databaseUrl) throw new Error('Name the database to fill: --database-url postgres://…');
    const products = Number(values.products ?? 1_000);
    await generate(
      databaseUrl,
      {
        products,
        users: Number(values.users ?? products),
        orders: Number(values.orders ?? 0),
        reviewsPerProduct: Number(values.reviews),
        seed: Number(values.seed),
      },
      console.log,
    );
  },
  'catalog-growth': () => compareGrowth(growth, CATALOG),
  'storefront-growth': () => compareGrowth(growth, STOREFRONT),
  growth: () => compareGrowth(growth, CATALOG, STOREFRONT, CONTRADICTIONS),
  reads: () =>
    reads({ products: Number(values.products ?? 1_000), rounds, requests, base, prefix: values['database-prefix'] }),
  'search-bounds': () => {
    const products = Number(values.products ?? 300_000);
    const url = new URL(values['database-url'] ?? readConfig(process.env).databaseUrl);
    if (!values['database-url']) url.pathname = `/${values['database-prefix']}_search_${products}`;
    return searchBounds({ databaseUrl: url.href, products, seed: Number(values.seed), count: Number(values.count) });
  },
  admin: () =>
    adminPanel(
      values['database-prefix'],
      Number(values.products ?? 1_000_000),
      Number(values.orders ?? 10_000_000),
      requests ?? 100,
    ),
  verify: () => {
    const count = Number(values.orders ?? 5_000_000);
    const url = new URL(values['database-url'] ?? readConfig(process.env).databaseUrl);
    if (!values['database-url']) url.pathname = `/${values['database-prefix']}_verify_${count}`;
    return verify(url.href, count);
  },
  pages: () => pages({ rounds, requests, base }),
  start: () => start(rounds, base),
  memory: () => memory(Number(values.minutes)),
  'login-storm': () => loginStorm(rounds),
  'fan-out': () => fanOut(Number(values.recipients)),
  streams: () => streams(Number(values.streams)),
  orders: () => orders({ each: Number(values.orders ?? 100), rounds, base }),
  'flash-sale': () => flashSale(Number(values.users ?? 10_000)),
  cost: () => cost(Number(values.count)),
  lighthouse: lighthouseScores,
};

const benchmark = BENCHMARKS[positionals[0] ?? ''];
if (benchmark) await benchmark();
else {
  console.error(`Usage: npm run bench -- <${Object.keys(BENCHMARKS).join(' | ')}> [options]`);
  process.exitCode = 1;
}
