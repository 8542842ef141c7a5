import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort, waitUntilReady } from '@shop/e2e/shop';
import { withCleanup } from './cleanup.ts';
import { cpuByProcess } from './cost/usage.ts';
import { interleave, measureRound, printComparison } from './interleave.ts';
import { requestPaths } from './load.ts';
import { openStorefront, type Page } from './storefront.ts';

const BARE_PAGE = fileURLToPath(new URL('bare/page.ts', import.meta.url));
const SHARED = ['/products', '/product/aurora-solitaire-ring'];
const PRIVATE = ['/account', '/cart', '/orders'];
const MIN_SHARE = 0.6;

/** Shared pages come from the cache. Private ones and those of visitors who have just written are rendered. */
const PAGES: (Page & { name: string; minShare?: number })[] = [
  ...SHARED.flatMap((path) => [
    { name: `${path} as guest`, path, minShare: MIN_SHARE },
    { name: `${path} as customer`, path, customer: true, minShare: MIN_SHARE },
  ]),
  ...PRIVATE.map((path) => ({ name: `${path}, private`, path, customer: true, encoding: 'br' })),
  { name: 'product pages in turn, uncached', path: 'products', encoding: 'br', uncached: true },
];

type Options = { rounds: number; requests?: number; base?: string };

/** Throughput of one web process relative to the same bytes from a bare Node server, and to another checkout. */
export const pages = ({ rounds, requests, base }: Options) =>
  withCleanup(async (onEnd) => {
    const store = await openStorefront(onEnd);
    const other = base ? await openStorefront(onEnd, base) : undefined;
    console.log(`\nPages of one web process: median of ${rounds} rounds (lowest–highest)\n`);
    for (const { name, minShare, ...page } of PAGES) {
      const bare = await startBarePage(await readBytes(store.loadOf(page)));
      const measure =
        ({ url, paths, cpu, ...load }: Target) =>
        () =>
          measureRound(() => requestPaths(url, paths, { ...load, requests }), cpu);
      const targets = [store.loadOf(page), bare.target, ...(other ? [other.loadOf(page)] : [])];
      const turns = interleave(rounds, targets.map(measure)).finally(bare.stop);
      const [now = [], bareTurns, baseTurns] = await turns;
      printComparison({ name, now, others: { bare: bareTurns, base: baseTurns }, minShare });
    }
  });

type Target = {
  url: string;
  paths: string[];
  cpu: () => Map<number, number>;
  headers?: Record<string, string>;
  uncached?: boolean;
};

/** As sent, that is compressed if the headers ask for it. */
async function readBytes({ url, paths, headers = {} }: Omit<Target, 'cpu'>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url + paths[0], { headers }, resolve).on('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`${paths[0]} responded ${response.statusCode}`);
  return buffer(response);
}

async function startBarePage(bytes: Buffer) {
  const file = join(mkdtempSync(join(tmpdir(), 'shop-page-')), 'page');
  writeFileSync(file, bytes);
  const port = await freePort();
  const child = spawn(process.execPath, [BARE_PAGE, file, `${port}`], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  const ended = once(child, 'exit');
  const { pid = 0 } = child;
  return {
    target: { url, paths: ['/'], cpu: () => cpuByProcess([pid]) },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
