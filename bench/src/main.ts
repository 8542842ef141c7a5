import { parseArgs } from 'node:util';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { adminPanel } from './admin-panel.ts';
import { catalogGrowth } from './catalog-growth.ts';
import { flashSale } from './checkout/flash-sale.ts';
import { orders } from './checkout/orders.ts';
import { cost } from './cost/cost.ts';
import { fanOut } from './fan-out.ts';
import { generate } from './generate/generate.ts';
import { lighthouseScores } from './lighthouse.ts';
import { loginStorm } from './login-storm.ts';
import { pages } from './pages.ts';
import { searchBounds } from './search-bounds.ts';
import { storefrontGrowth } from './storefront-growth.ts';
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
    requests: { type: 'string', default: '100' },
    'database-prefix': { type: 'string', default: 'crystalline_bench' },
  },
});

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
  'catalog-growth': () => catalogGrowth(values['database-prefix']),
  'storefront-growth': () => storefrontGrowth(values['database-prefix']),
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
      Number(values.requests),
    ),
  verify: () => {
    const count = Number(values.orders ?? 5_000_000);
    const url = new URL(values['database-url'] ?? readConfig(process.env).databaseUrl);
    if (!values['database-url']) url.pathname = `/${values['database-prefix']}_verify_${count}`;
    return verify(url.href, count);
  },
  pages,
  'login-storm': loginStorm,
  'fan-out': () => fanOut(Number(values.recipients)),
  streams: () => streams(Number(values.streams)),
  orders: () => orders(Number(values.orders ?? 200)),
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
