import { openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { type Shop, startShop } from '@shop/e2e/shop';
import pg from 'pg';
import { signToken } from '../../apps/api/src/identity/rules.ts';
import { type Action, getPage, listActions } from './cost/actions.ts';
import { residentMegabytes } from './cost/usage.ts';
import { verdict, withSpread } from './interleave.ts';

const CLIENTS = 8;
const SAMPLE_EVERY_MS = 1_000;
/** The worker starts in the meantime. */
const IDLE_SAMPLES = 10;
/** Of each action with a count; a client that has used up the orders does the other actions. */
const ACTIONS_PER_MINUTE = 2_000;
const PRIVATE = ['/account', '/cart', '/orders'];
const MAX_MEGABYTES = { api: 250, web: 300, worker: 200 };

type Sample = { minute: number; api: number; web: number; worker: number };

/** Resident memory of API, web and worker before and under mixed load, and whether it still grows in the last half. */
export async function memory(minutes: number) {
  const shop = await startShop({
    email: true,
    payments: true,
    // Every email is logged.
    logs: openSync('/dev/null', 'w'),
    env: { RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'silent' },
  });
  const sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
  try {
    const actions = [...(await listActions(shop, sql, minutes * ACTIONS_PER_MINUTE)), privatePages(shop)];
    const idle = (await takeSamples(shop, (samples) => samples.length < IDLE_SAMPLES)).at(-1);
    const until = performance.now() + minutes * 60_000;
    const [samples] = await Promise.all([
      takeSamples(shop, () => performance.now() < until),
      ...Array.from({ length: CLIENTS }, (_, client) => repeat(actions, client, until)),
    ]);
    if (idle) report(idle, samples.slice(Math.floor(samples.length / 2)), minutes);
  } finally {
    await sql.end();
    await shop.stop();
  }
}

function privatePages({ url, env }: Shop): Action {
  const cookie = `${SESSION_COOKIE}=${encodeURIComponent(signToken('buyer-1', env.AUTH_SECRET))}`;
  const run = (turn: number) => getPage(`${url}${PRIVATE[turn % PRIVATE.length]}`, { cookie });
  return { name: 'private pages', count: Number.POSITIVE_INFINITY, run };
}

/** All actions in turn, each client with turns of its own. */
async function repeat(actions: Action[], client: number, until: number) {
  for (let round = 0; performance.now() < until; round += 1) {
    const turn = round * CLIENTS + client;
    for (const { count, run } of actions) if (turn < count && performance.now() < until) await run(turn);
  }
}

async function takeSamples({ pids }: Shop, goOn: (samples: Sample[]) => boolean) {
  const samples: Sample[] = [];
  while (goOn(samples)) {
    samples.push({
      minute: performance.now() / 60_000,
      api: residentMegabytes(pids.api),
      web: residentMegabytes(pids.web),
      worker: residentMegabytes(pids.worker),
    });
    await pause(SAMPLE_EVERY_MS);
  }
  return samples;
}

function report(idle: Sample, load: Sample[], minutes: number) {
  console.log(
    `\nMB of resident memory: median (lowest–highest) of the last half of ${minutes} minutes of mixed load\n`,
  );
  for (const process of ['api', 'web', 'worker'] as const) {
    const before = idle[process];
    const after = load.map((sample) => sample[process]);
    const ratios = after.map((megabytes) => megabytes / before);
    const slope = slopeOf(load.map((sample) => [sample.minute, sample[process]]));
    const limit = MAX_MEGABYTES[process];
    console.log(
      `${process.padEnd(8)} idle ${before.toFixed(0)}   load ${withSpread(after)}   load ÷ idle ${withSpread(ratios, 2)}   ` +
        `slope ${slope.toFixed(1)} MB a minute   at most ${limit}: ${verdict(Math.max(...after) <= limit)}`,
    );
  }
}

/** Of the line with the least squared distances. */
function slopeOf(points: [number, number][]) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, value]) => value))];
  const covariance = mean(points.map(([at, value]) => (at - x) * (value - y)));
  return covariance / mean(points.map(([at]) => (at - x) ** 2));
}
