import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { median } from '@shop/e2e/percentile';
import { freePort, startShop } from '@shop/e2e/shop';
import autocannon from 'autocannon';

const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url));
const PAGES = ['/products', '/product/aurora-solitaire-ring'];
const VISITORS = { guest: {}, customer: { cookie: `${SESSION_COOKIE}=someone` } };
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 32;
const MIN_SHARE = 0.6;

/** Throughput of a cached page relative to the same bytes from a bare Node server, measured alternately. */
export async function pages() {
  const shop = await startShop({ env: { RATE_LIMIT_FACTOR: '1000000' } });
  try {
    console.log(`\nRequests per second of one web process, median of ${ROUNDS} rounds of ${SECONDS} s\n`);
    for (const path of PAGES)
      for (const [visitor, headers] of Object.entries(VISITORS)) {
        const share = await compare(`${path} as ${visitor}`, shop.url + path, headers);
        if (share < MIN_SHARE) process.exitCode = 1;
      }
  } finally {
    await shop.stop();
  }
}

async function compare(name: string, url: string, headers: Record<string, string>) {
  const html = await (await fetch(url, { headers })).text();
  const bare = await startBareServer(html);
  const [shop, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    baseline.push(await requestsPerSecond(bare.url, headers));
    shop.push(await requestsPerSecond(url, headers));
  }
  bare.stop();
  const share = median(shop) / median(baseline);
  const rates = [median(baseline), median(shop)].map((rate) => Math.round(rate).toString().padStart(7));
  console.log(
    `${name.padEnd(48)} bare ${rates[0]}   store ${rates[1]}   share ${share.toFixed(2)}   ${share >= MIN_SHARE ? 'PASS' : 'FAIL'}`,
  );
  return share;
}

async function requestsPerSecond(url: string, headers: Record<string, string>) {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} rejected, ${result.errors} failed`);
  return result.requests.average;
}

async function startBareServer(html: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'shop-page-')), 'page.html');
  writeFileSync(file, html);
  const port = await freePort();
  const child = spawn(process.execPath, [BARE_SERVER, file, `${port}`], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}/`;
  while (!(await fetch(url).catch(() => undefined))?.ok) await pause(50);
  return { url, stop: () => child.kill() };
}
