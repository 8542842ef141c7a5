import { randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@shop/contracts/identity';
import { z } from 'zod';
import { connect } from '../../apps/api/src/db.ts';
import { signToken } from '../../apps/api/src/identity/rules.ts';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { startApi } from './api-process.ts';
import { percentile } from './percentile.ts';
import { shopOfSize } from './shop-of-size.ts';

const REQUESTS = 100;
const WARM_UP = 5;
const WANTED_P99_MS = 300;

type Ask = (path: string) => ReturnType<Awaited<ReturnType<typeof startApi>>['fetchTimed']>;

/** The parts of the API's own description that say what can be asked. */
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: z.object({ enum: z.array(z.string()).optional() }).optional(),
});
const Description = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({ parameters: z.array(Parameter).default([]) }).optional() })),
});
type Parameter = z.infer<typeof Parameter>;

/** What somebody at the desk types: a name, the beginning of an e-mail address, an order number. */
const TYPED = ['shopper 4242', 'shopper-424242@', 'crystal ring', '#0000abcd'];

/** Every list, search and page of the panel that the API describes, asked one after the other by one person. */
export async function adminPanel(prefix: string, products: number, orders: number) {
  const url = new URL(readConfig(process.env).databaseUrl);
  url.pathname = `/${prefix}_admin_${products}_${orders}`;
  const size = { products, users: Math.ceil(orders / 10), orders, reviewsPerProduct: 1, seed: 1 };
  await shopOfSize(url.href, size, console.log);
  const cookie = await signIn(url.href);
  const api = await startApi(url.href);
  const ask: Ask = (path) => api.fetchTimed(path, { cookie });
  try {
    const { paths } = Description.parse(JSON.parse((await ask('/api/openapi.json')).body));
    console.log(
      `\n${products.toLocaleString('en')} products, ${orders.toLocaleString('en')} orders; ${REQUESTS} requests each, in milliseconds (p99 at most ${WANTED_P99_MS})\n`,
    );
    console.log(row('question', 'status', 'p50', 'p99', ''));
    for (const [path, { get }] of Object.entries(paths))
      if (get && path.startsWith('/api/admin'))
        for (const question of await questions(ask, path, get.parameters)) await measure(ask, question);
  } finally {
    await api.stop();
  }
}

/** The plain address, each value of each choice, each search, and the second page. */
async function questions(ask: Ask, path: string, parameters: Parameter[]) {
  const addresses = await addressesOf(ask, path, parameters);
  const asked = parameters.flatMap(({ name, in: where, schema }) => {
    if (where !== 'query') return [];
    const values = name === 'q' ? TYPED : (schema?.enum ?? []);
    return values.map((value) => `?${new URLSearchParams({ [name]: value })}`);
  });
  const [first] = addresses;
  const next = first && /<([^>]+)>;\s*rel="next"/.exec((await ask(first)).header('link'))?.[1];
  return [...addresses, ...(first ? asked.map((query) => first + query) : []), ...(next ? [next] : [])];
}

/** An address of one thing leads to the first of its list; what has no list is left out, and said. */
async function addressesOf(ask: Ask, path: string, parameters: Parameter[]) {
  const [placeholder, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (!placeholder) return [path];
  const values = parameters.find((parameter) => parameter.name === name)?.schema?.enum;
  if (values) return values.map((value) => path.replace(placeholder, value));
  const list = await ask(path.slice(0, path.indexOf(`/${placeholder}`)));
  const rows = z.array(z.object({ id: z.string() })).safeParse(list.status === 200 ? JSON.parse(list.body) : undefined);
  const id = rows.data?.[0]?.id;
  if (!id) console.log(row(path, 'no list', '', '', 'LEFT OUT'));
  return id ? [path.replace(placeholder, id)] : [];
}

async function measure(ask: Ask, path: string) {
  const times: number[] = [];
  let status: number | undefined;
  for (let i = -WARM_UP; i < REQUESTS; i += 1) {
    const answer = await ask(path);
    status = answer.status;
    if (i >= 0) times.push(answer.ms);
  }
  // A search that finds too much is asked to say more: an answer as well.
  const passed = (status === 200 || status === 422) && percentile(times, 0.99) <= WANTED_P99_MS;
  if (!passed) process.exitCode = 1;
  const [p50, p99] = [percentile(times, 0.5).toFixed(1), percentile(times, 0.99).toFixed(1)];
  console.log(row(path, `${status}`, p50, p99, passed ? 'PASS' : 'FAIL'));
}

/** Somebody who may see everything. */
async function signIn(url: string) {
  const token = randomBytes(24).toString('hex');
  const { pool, close } = connect({
    url,
    applicationName: 'crystalline-bench',
    max: 1,
    statementTimeoutMs: 5_000,
    onError: console.error,
  });
  await pool
    .query(
      `with person as (
         insert into users (name, email, role) values ('Bench', 'bench@example.com', 'admin')
             on conflict (email) do update set role = 'admin' returning id)
       insert into sessions (user_id, token, expires_at) select id, $1, now() + interval '1 day' from person`,
      [token],
    )
    .finally(close);
  return `${SESSION_COOKIE}=${encodeURIComponent(signToken(token, readConfig(process.env).authSecret))}`;
}

const row = (name: string, status: string, p50: string, p99: string, verdict: string) =>
  [name.padEnd(64), status.padStart(7), p50.padStart(8), p99.padStart(8), verdict].join('  ');
