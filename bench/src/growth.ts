import { readConfig } from '../../apps/api/src/platform/config.ts';
import { startApi } from './api-process.ts';
import { shopOfSize } from './shop-of-size.ts';

const SMALL = 1_000;
const LARGE = 1_000_000;
const REQUESTS = 200;
const WARM_UP = 40;

type Api = Awaited<ReturnType<typeof startApi>>;
/** The same question to both shops; a function where each has its own, such as the hundredth page. */
type Question = string | ((api: Api) => Promise<string>);
type Bar = { ratio: number; p99Ms?: number };

/** Does an answer cost the same with a thousand times the products? Both shops are measured side by side. */
export async function compareGrowth(prefix: string, questions: Record<string, Question>, bar: Bar) {
  const [small, large] = [await openShop(prefix, SMALL), await openShop(prefix, LARGE)];
  try {
    console.log(`\nMedian and 99th percentile of ${REQUESTS} requests each, in milliseconds\n`);
    console.log(row('question', 'found', '1,000 products', '1,000,000', 'ratio', ''));
    let passed = true;
    for (const [name, question] of Object.entries(questions))
      passed = (await compare(name, small, large, question, bar)) && passed;
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

/** In turns, so that whatever else the machine does disturbs both alike. */
async function compare(name: string, small: Api, large: Api, question: Question, bar: Bar) {
  const paths = [await pathOf(question, small), await pathOf(question, large)] as const;
  const times: [number[], number[]] = [[], []];
  let found = '';
  for (let i = -WARM_UP; i < REQUESTS; i += 1) {
    const answers = [await ask(small, paths[0]), await ask(large, paths[1])] as const;
    found = answers.map(({ header }) => header('x-total-count') || '-').join(' / ');
    if (i < 0) continue;
    times[0].push(answers[0].ms);
    times[1].push(answers[1].ms);
  }
  const ratio = quantile(times[1], 0.5) / quantile(times[0], 0.5);
  const figures = times.map((list) => `${quantile(list, 0.5).toFixed(2)} (${quantile(list, 0.99).toFixed(1)})`);
  const passed = ratio <= bar.ratio && quantile(times[1], 0.99) <= (bar.p99Ms ?? Number.POSITIVE_INFINITY);
  console.log(row(name, found, figures[0] ?? '', figures[1] ?? '', ratio.toFixed(2), passed ? 'PASS' : 'FAIL'));
  return passed;
}

const pathOf = (question: Question, api: Api) => (typeof question === 'string' ? question : question(api));

/** The address of a page far in, reached as a reader reaches it. */
export const pageByCursor = (path: string, number: number) => async (api: Api) => {
  let next = path;
  for (let at = 1; at < number; at += 1) {
    const link = (await ask(api, next)).header('link');
    const address = /<([^>]+)>;\s*rel="next"/.exec(link)?.[1];
    if (!address) throw new Error(`Page ${at} of ${path} leads nowhere.`);
    const { pathname, search } = new URL(address, 'http://api');
    next = pathname + search;
  }
  return next;
};

async function ask(api: Api, path: string) {
  const answer = await api.fetchTimed(path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
  return answer;
}

const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;

const row = (name: string, found: string, small: string, large: string, ratio: string, verdict: string) =>
  [name.padEnd(28), found.padStart(15), small.padStart(16), large.padStart(16), ratio.padStart(6), verdict].join('  ');
