import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { nodeArguments } from '@shop/e2e/node-arguments';
import { buildIfMissing, freePort, startShop, waitUntilReady } from '@shop/e2e/shop';
import { ROOT } from '../api-process.ts';
import { interleave, verdict, withSpread } from '../interleave.ts';
import { residentMegabytes } from './usage.ts';

const API_MAX_SECONDS = 1.5;
const PORTS = { api: 'API_PORT', worker: 'WORKER_PORT', web: 'WEB_PORT' };
type Name = keyof typeof PORTS;

/** Seconds from the start of a process until it is ready, one process at a time, and its memory then. */
export async function start(rounds: number, base?: string) {
  for (const root of [ROOT, base]) if (root) await buildIfMissing(root);
  const shop = await startShop({ env: { LOG_LEVEL: 'silent' } });
  try {
    for (const name of ['api', 'worker', 'web'] as const) {
      const sides = { now: ROOT, ...(base && { base }) };
      const megabytes: number[][] = [];
      const seconds = await interleave(
        rounds,
        Object.values(sides).map((root, place) => async (round) => {
          const measured = await measureStart(root, name, { ...shop.env, API_URL: shop.apiUrl });
          if (round > 0) megabytes[place] = [...(megabytes[place] ?? []), measured.megabytes];
          return measured.seconds;
        }),
      );
      for (const [place, side] of Object.keys(sides).entries()) {
        const taken = seconds[place] ?? [];
        const limit =
          name === 'api' && side === 'now'
            ? `at most ${API_MAX_SECONDS}: ${verdict(Math.max(...taken) <= API_MAX_SECONDS)}`
            : '';
        console.log(
          `${name.padEnd(8)} ${side.padEnd(6)} ready after ${withSpread(taken, 2)} s   ${withSpread(megabytes[place] ?? [])} MB   ${limit}`,
        );
      }
    }
  } finally {
    await shop.stop();
  }
}

async function measureStart(root: string, name: Name, env: Record<string, string>) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, nodeArguments(root, name), {
    cwd: root,
    env: { ...process.env, ...env, [PORTS[name]]: `${port}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilReady(`http://127.0.0.1:${port}/health/ready`, child);
  const measured = { seconds: (performance.now() - started) / 1_000, megabytes: residentMegabytes(child.pid ?? 0) };
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  return measured;
}
