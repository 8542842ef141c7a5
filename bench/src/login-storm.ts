import { percentile } from '@shop/e2e/percentile';
import { startShop } from '@shop/e2e/shop';
import { atRate, measureVisits, summarizeTimes, VISITS_PER_SECOND } from './visits.ts';

const LOGINS_PER_SECOND = 200;
const STORM_SECONDS = 20;
const CALM_SECONDS = 10;
const MAX_RATIO = 3;

/** 200 logins per second must not slow down browsing. */
export async function loginStorm() {
  // Without the rate limits per IP address, which would reject the logins.
  const shop = await startShop({ env: { RATE_LIMIT_FACTOR: '1000000' } });
  try {
    await measureVisits(shop.url, 3);
    const calm = await measureVisits(shop.url, CALM_SECONDS);
    const [storm, statusCounts] = await Promise.all([measureVisits(shop.url, STORM_SECONDS), sendLogins(shop.url)]);

    const ratio = percentile(storm, 0.99) / percentile(calm, 0.99);
    const { 200: served = 0, 429: rejected = 0, ...others } = statusCounts;
    const wrong = Object.entries(others);
    console.log(`
${LOGINS_PER_SECOND} logins a second for ${STORM_SECONDS} s, ${VISITS_PER_SECOND} visits a second in parallel
logins: ${served} logged in, ${rejected} rejected with 429, ${wrong.length > 0 ? JSON.stringify(others) : 'nothing else'}
visits, idle:  ${summarizeTimes(calm)}
visits, storm: ${summarizeTimes(storm)}
p99 in the storm is ${ratio.toFixed(2)} times that of idle (at most ${MAX_RATIO})   ${ratio <= MAX_RATIO && wrong.length === 0 ? 'PASS' : 'FAIL'}`);
    if (ratio > MAX_RATIO || wrong.length > 0) process.exitCode = 1;
  } finally {
    await shop.stop();
  }
}

async function sendLogins(url: string) {
  const statusCounts: Record<string, number> = {};
  await atRate(LOGINS_PER_SECOND, STORM_SECONDS, async () => {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'a violet lantern' }),
    });
    await response.text();
    statusCounts[response.status] = (statusCounts[response.status] ?? 0) + 1;
  });
  return statusCounts;
}
