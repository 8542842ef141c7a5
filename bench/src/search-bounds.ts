import { startApi } from './api-process.ts';
import { shopOfSize } from './generate/shop-of-size.ts';
import { milliseconds } from './milliseconds.ts';
import { generateSearchRequests } from './search-requests.ts';

const LIMIT_MS = 300;
const WORST_SHOWN = 10;
/** A request over the limit is repeated: a slow query plan is slow each time. */
const REPEATS = 2;
const WARM_UP = 100;

type Api = Awaited<ReturnType<typeof startApi>>;
type Measured = { path: string; status: number | undefined; first: number; best: number };
type Options = { databaseUrl: string; products: number; seed: number; count: number };

/** Random searches with filters, sorts, facets and further pages, sequentially: none may exceed the limit. */
export async function searchBounds({ databaseUrl, products, seed, count }: Options) {
  const size = { products, users: products, orders: 0, reviewsPerProduct: 3, seed: 1 };
  await shopOfSize(databaseUrl, size, console.log);
  const api = await startApi(databaseUrl);
  try {
    for (const { path } of generateSearchRequests(seed + 1, WARM_UP)) await api.fetchTimed(path);
    const measured: Measured[] = [];
    for (const { path, pages } of generateSearchRequests(seed, count)) {
      let next: string | undefined = path;
      for (let page = 0; next && page <= pages; page += 1) {
        const result: Measured & { next?: string } = await measure(api, next);
        measured.push(result);
        next = result.next;
      }
    }
    report(measured, { products, seed, count });
  } finally {
    await api.stop();
  }
}

async function measure(api: Api, path: string) {
  const { ms: first, status, header } = await api.fetchTimed(path);
  let best = first;
  for (let repeat = 0; repeat < REPEATS && best > LIMIT_MS; repeat += 1)
    best = Math.min(best, (await api.fetchTimed(path)).ms);
  return { path, status, first, best, next: /<([^>]+)>/.exec(header('link'))?.[1] };
}

function report(measured: Measured[], { products, seed, count }: Omit<Options, 'databaseUrl'>) {
  const firsts = measured.map(({ first }) => first);
  const failed = measured.filter(({ status }) => status !== 200);
  const slow = measured.filter(({ best }) => best > LIMIT_MS);
  console.log(`
${count.toLocaleString('en')} random searches (seed ${seed}) in ${products.toLocaleString('en')} products, ${measured.length.toLocaleString('en')} responses with further pages
p50 ${milliseconds(firsts, 0.5)}   p99 ${milliseconds(firsts, 0.99)}   max ${milliseconds(firsts, 1)}
over ${LIMIT_MS} ms: ${firsts.filter((ms) => ms > LIMIT_MS).length}, of these each of ${1 + REPEATS} times: ${slow.length}
status other than 200: ${failed.length}

The slowest, in milliseconds: first and best time`);
  for (const { path, status, first, best } of measured.toSorted((a, b) => b.best - a.best).slice(0, WORST_SHOWN))
    console.log(`${first.toFixed(0).padStart(6)} ${best.toFixed(0).padStart(6)}  ${status}  ${path}`);
  if (slow.length + failed.length > 0) process.exitCode = 1;
}
