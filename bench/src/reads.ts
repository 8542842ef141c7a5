import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort, waitForExit, waitUntilReady } from '@shop/e2e/shop';
import pg from 'pg';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { dropDatabase } from '../../apps/api/src/platform/database/migrate.ts';
import { ROOT, startApi } from './api-process.ts';
import { withCleanup } from './cleanup.ts';
import { cpuByProcess } from './cost/usage.ts';
import { interleave, measureRound, printComparison } from './interleave.ts';
import { requestPaths } from './load.ts';

const BARE_API = fileURLToPath(new URL('bare/api.ts', import.meta.url));
/** Words of generated names. */
const WORDS = ['crystal', 'quartz', 'amethyst', 'cashmere', 'topaz', 'citrine', 'onyx', 'moonstone'];
const MIN_SHARE = 0.6;
/** The API rejects more than 15 searches at a time, with the default `SEARCH_POOL`. */
const CONNECTIONS = 12;

const NAMES = ['list', 'product', 'search', 'suggestions'] as const;
type Paths = Record<(typeof NAMES)[number], string[]>;
type Side = { pid: number; databaseUrl: string; url: string; paths: Paths };

type Options = { products: number; rounds: number; requests?: number; base?: string; prefix: string };

/**
 * Reads of the API relative to a bare program with the same responses, and to another checkout, which may cache those of
 * guests.
 */
export const reads = ({ products, rounds, requests, base, prefix }: Options) =>
  withCleanup(async (onEnd) => {
    const start = async (root: string, name: string) => {
      const url = new URL(readConfig(process.env).databaseUrl);
      url.pathname = `/${prefix}_reads_${name}_${process.pid}`;
      onEnd(() => dropDatabase(url.href));
      const command = ['bench/src/main.ts', 'generate', '--database-url', url.href, '--products', `${products}`];
      await waitForExit(spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }));
      const api = await startApi(url.href, root);
      onEnd(api.stop);
      return { pid: api.pid, databaseUrl: url.href, url: api.url, paths: await listPaths(url.href) };
    };
    const store = await start(ROOT, 'now');
    const bare = await startBareApi(store.databaseUrl);
    onEnd(bare.stop);
    const other = base ? await start(base, 'base') : undefined;

    await assertSameResponses(store.url, bare.url, Object.values(store.paths).flat());
    console.log(`\nReads with ${products} products: median of ${rounds} rounds (lowest–highest)\n`);
    const sides = [store, { ...store, pid: bare.pid, url: bare.url }, ...(other ? [other] : [])];
    for (const name of NAMES) {
      const measure =
        ({ pid, databaseUrl, url, paths }: Side) =>
        () =>
          measureRound(
            () => requestPaths(url, paths[name], { uncached: true, connections: CONNECTIONS, requests }),
            () => cpuByProcess([pid], databaseUrl),
          );
      const [now = [], bareTurns, baseTurns] = await interleave(rounds, sides.map(measure));
      printComparison({ name, now, others: { bare: bareTurns, base: baseTurns }, minShare: MIN_SHARE });
    }
  });

async function listPaths(databaseUrl: string): Promise<Paths> {
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const { rows } = await sql
    .query<{ slug: string }>("select slug from products where status = 'published' order by id")
    .finally(() => sql.end());
  return {
    list: ['/api/products'],
    product: rows.map(({ slug }) => `/api/products/${slug}`),
    search: WORDS.map((word) => `/api/products?q=${word}`),
    suggestions: WORDS.map((word) => `/api/products/suggestions?q=${word.slice(0, 3)}`),
  };
}

/** The baseline is only valid if it responds like the API. */
async function assertSameResponses(store: string, bare: string, paths: string[]) {
  const bodyOf = async (url: string) => (await fetch(url)).text();
  for (const path of paths)
    if ((await bodyOf(store + path)) !== (await bodyOf(bare + path)))
      throw new Error(`The bare API responds differently to ${path}.`);
}

async function startBareApi(databaseUrl: string) {
  const port = await freePort();
  const child = spawn(process.execPath, [BARE_API, databaseUrl, `${port}`], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/api/products`, child);
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    url,
    stop: () => {
      child.kill();
      return ended;
    },
  };
}
