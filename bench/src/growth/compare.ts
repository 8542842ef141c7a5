import { median, percentile } from '@shop/e2e/percentile';
import { readConfig } from '../../../apps/api/src/platform/config.ts';
import { startApi } from '../api-process.ts';
import { shopOfSize } from '../generate/shop-of-size.ts';
import { ratiosOf, verdict } from '../interleave.ts';

const SMALL = 1_000;
const WARM_UP = 40;
/** Parts of the requests that have a ratio of their own, for the spread. */
const ROUNDS = 5;

type Api = Awaited<ReturnType<typeof startApi>>;
/** The same request to both stores; a function where it differs, for example for page 90. */
type RequestPath = string | ((api: Api) => Promise<string>);
export type Growth = { requests: Record<string, RequestPath>; ratioMax: number; p99MaxMs?: number };
export type GrowthOptions = { prefix: string; products: number; count: number };

/** Compares response times with 1,000 and many products; both stores are measured alternately. */
export async function compareGrowth({ prefix, products, count }: GrowthOptions, ...all: Growth[]) {
  const [small, large] = [await openShop(prefix, SMALL), await openShop(prefix, products)];
  try {
    console.log(`\nMedian and 99th percentile of ${count} requests each, in milliseconds\n`);
    console.log(
      row('request', 'found', ...[SMALL, products].map((number) => number.toLocaleString('en')), 'ratio', ''),
    );
    for (const { requests, ...limits } of all)
      for (const [name, request] of Object.entries(requests))
        await compare(name, small, large, { request, count, ...limits });
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

type Comparison = Omit<Growth, 'requests'> & { request: RequestPath; count: number };

/** Alternates, so that other load on the machine affects both alike. */
async function compare(name: string, small: Api, large: Api, { request, count, ratioMax, p99MaxMs }: Comparison) {
  const paths = [await pathOf(request, small), await pathOf(request, large)] as const;
  const times: [number[], number[]] = [[], []];
  let found = '';
  for (let i = -WARM_UP; i < count; i += 1) {
    const responses = [await fetchOk(small, paths[0]), await fetchOk(large, paths[1])] as const;
    found = responses.map(({ header }) => header('x-total-count') || '-').join(' / ');
    if (i < 0) continue;
    times[0].push(responses[0].ms);
    times[1].push(responses[1].ms);
  }
  const size = Math.ceil(count / ROUNDS);
  const [before, after] = times.map((list) => mediansOf(list, size));
  const ratio = median(times[1]) / median(times[0]);
  const spread = ratiosOf(after ?? [], before ?? []);
  const timings = times.map((list) => `${median(list).toFixed(2)} (${percentile(list, 0.99).toFixed(1)})`);
  const isFast = percentile(times[1], 0.99) <= (p99MaxMs ?? Number.POSITIVE_INFINITY);
  const range = `${ratio.toFixed(2)} (${Math.min(...spread).toFixed(2)}–${Math.max(...spread).toFixed(2)})`;
  console.log(row(name, found, ...timings, range, verdict(ratio <= ratioMax && isFast)));
}

const mediansOf = (times: number[], size: number) =>
  Array.from({ length: Math.ceil(times.length / size) }, (_, round) =>
    median(times.slice(round * size, (round + 1) * size)),
  );

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

const WIDTHS = [15, 16, 16, 18];
const row = (name: string, ...cells: string[]) =>
  [name.padEnd(34), ...cells.map((cell, place) => cell.padStart(WIDTHS[place] ?? 0))].join('  ');
