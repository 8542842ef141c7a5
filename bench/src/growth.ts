import { median, percentile } from '@shop/e2e/percentile';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { startApi } from './api-process.ts';
import { shopOfSize } from './generate/shop-of-size.ts';

const SMALL = 1_000;
const LARGE = 1_000_000;
const REQUESTS = 200;
const WARM_UP = 40;

type Api = Awaited<ReturnType<typeof startApi>>;
/** The same request to both stores; a function where it differs, for example for page 100. */
type RequestPath = string | ((api: Api) => Promise<string>);
type Threshold = { ratio: number; p99Ms?: number };

/** Compares response times with 1,000 and 1,000,000 products; both stores are measured alternately. */
export async function compareGrowth(prefix: string, requests: Record<string, RequestPath>, threshold: Threshold) {
  const [small, large] = [await openShop(prefix, SMALL), await openShop(prefix, LARGE)];
  try {
    console.log(`\nMedian and 99th percentile of ${REQUESTS} requests each, in milliseconds\n`);
    console.log(row('request', 'found', '1,000 products', '1,000,000', 'ratio', ''));
    let passed = true;
    for (const [name, request] of Object.entries(requests))
      passed = (await compare(name, small, large, request, threshold)) && passed;
    if (!passed) process.exitCode = 1;
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

async function openShop(prefix: string, products: number) {
  const url = new URL(readConfig(process.env).databaseUrl);
  url.pathname = `/${prefix}_${products}`;
  const size = { products, users: products, orders: products / 10, reviewsPerProduct: 1, seed: 1 };
  await shopOfSize(url.href, size, console.log);
  return startApi(url.href);
}

/** Alternates, so that other load on the machine affects both alike. */
async function compare(name: string, small: Api, large: Api, request: RequestPath, threshold: Threshold) {
  const paths = [await pathOf(request, small), await pathOf(request, large)] as const;
  const times: [number[], number[]] = [[], []];
  let found = '';
  for (let i = -WARM_UP; i < REQUESTS; i += 1) {
    const responses = [await fetchOk(small, paths[0]), await fetchOk(large, paths[1])] as const;
    found = responses.map(({ header }) => header('x-total-count') || '-').join(' / ');
    if (i < 0) continue;
    times[0].push(responses[0].ms);
    times[1].push(responses[1].ms);
  }
  const ratio = median(times[1]) / median(times[0]);
  const timings = times.map((list) => `${median(list).toFixed(2)} (${percentile(list, 0.99).toFixed(1)})`);
  const isFast = percentile(times[1], 0.99) <= (threshold.p99Ms ?? Number.POSITIVE_INFINITY);
  const passed = ratio <= threshold.ratio && isFast;
  console.log(row(name, found, timings[0] ?? '', timings[1] ?? '', ratio.toFixed(2), passed ? 'PASS' : 'FAIL'));
  return passed;
}

const pathOf = (request: RequestPath, api: Api) => (typeof request === 'string' ? request : request(api));

/** The URL of a later page, reached by following the next links (keyset pagination). */
export const pageByCursor = (path: string, number: number) => async (api: Api) => {
  let next = path;
  for (let at = 1; at < number; at += 1) {
    const link = (await fetchOk(api, next)).header('link');
    const nextUrl = /<([^>]+)>;\s*rel="next"/.exec(link)?.[1];
    if (!nextUrl) throw new Error(`Page ${at} of ${path} has no next page.`);
    const { pathname, search } = new URL(nextUrl, 'http://api');
    next = pathname + search;
  }
  return next;
};

async function fetchOk(api: Api, path: string) {
  const response = await api.fetchTimed(path);
  if (response.status !== 200) throw new Error(`${path} responded ${response.status}: ${response.body}`);
  return response;
}

const row = (name: string, found: string, small: string, large: string, ratio: string, verdict: string) =>
  [name.padEnd(28), found.padStart(15), small.padStart(16), large.padStart(16), ratio.padStart(6), verdict].join('  ');
