import { median, percentile } from '@shop/e2e/percentile';
import { startShop } from '@shop/e2e/shop';
import { ratiosOf, verdict, withSpread } from './interleave.ts';
import { atRate, measureVisits, summarizeTimes, VISITS_PER_SECOND } from './open-loop.ts';

const LOGINS_PER_SECOND = 200;
const STORM_SECONDS = 20;
const CALM_SECONDS = 10;
const MAX_RATIO = 3;

/** 200 logins per second must not slow down browsing. */
export async function loginStorm(rounds: number) {
  // Without the rate limits per IP address, which would reject the logins.
  const shop = await startShop({ env: { RATE_LIMIT_FACTOR: '1000000' } });
  try {
    await measureVisits(shop.url, 3);
    const p99s = { calm: [] as number[], storm: [] as number[] };
    const statusCounts: Record<string, number> = {};
    console.log(
      `\n${LOGINS_PER_SECOND} logins a second for ${STORM_SECONDS} s, ${VISITS_PER_SECOND} visits a second in parallel`,
    );
    for (let round = 0; round < rounds; round += 1) {
      const calm = await measureVisits(shop.url, CALM_SECONDS);
      const [storm] = await Promise.all([measureVisits(shop.url, STORM_SECONDS), sendLogins(shop.url, statusCounts)]);
      p99s.calm.push(percentile(calm, 0.99));
      p99s.storm.push(percentile(storm, 0.99));
      console.log(`visits, idle:  ${summarizeTimes(calm)}\nvisits, storm: ${summarizeTimes(storm)}`);
    }
    const ratios = ratiosOf(p99s.storm, p99s.calm);
    const { 200: served = 0, 429: rejected = 0, ...others } = statusCounts;
    const wrong = Object.keys(others).length > 0 ? JSON.stringify(others) : '';
    console.log(`logins: ${served} logged in, ${rejected} rejected with 429, ${wrong || 'nothing else'}
p99 in the storm is ${withSpread(ratios, 2)} times that of idle (at most ${MAX_RATIO})   ${verdict(median(ratios) <= MAX_RATIO && !wrong)}`);
  } finally {
    await shop.stop();
  }
}

async function sendLogins(url: string, statusCounts: Record<string, number>) {
  await atRate(LOGINS_PER_SECOND, STORM_SECONDS, async () => {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'a violet lantern' }),
    });
    await response.text();
    statusCounts[response.status] = (statusCounts[response.status] ?? 0) + 1;
  });
}
