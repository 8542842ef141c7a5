import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { percentile } from '@shop/e2e/percentile';
import { startShop } from '@shop/e2e/shop';
import { signToken } from '../../apps/api/src/identity/rules.ts';
import { readConfig } from '../../apps/api/src/platform/config.ts';
import { Connection } from '../../apps/api/src/platform/database/connection.ts';
import { startApi } from './api-process.ts';
import { residentMegabytes } from './cost/usage.ts';
import { verdict } from './interleave.ts';
import { measureVisits, summarizeTimes } from './open-loop.ts';

const BROWSED = ['/api/products?limit=24', '/api/products?q=crystal', '/api/products/aurora-solitaire-ring'];
const CALM_SECONDS = 20;
/** Longer than the interval at which a process polls for new notifications. */
const BUSY_SECONDS = 20;
const OPENED_AT_ONCE = 50;
const LIMITS = { kilobytes: 50, ratio: 2 };

/** Thousands of open notification streams: memory of each in one API process, and their effect on visits. */
export async function streams(count: number) {
  checkFileLimit(count);
  const shop = await startShop({ apis: 0, webs: 0 });
  const { pool, close } = new Connection({
    url: shop.databaseUrl,
    applicationName: 'crystalline-bench',
    max: 1,
    statementTimeoutMs: 0,
    onError: console.error,
  });
  const api = await startApi(shop.databaseUrl);
  const pages = new Agent();
  try {
    const tokens = await insertUsersWithSessions(pool, count);
    await measureVisits(api.url, 5, BROWSED);
    const calm = await measureVisits(api.url, CALM_SECONDS, BROWSED);

    const before = residentMegabytes(api.pid);
    const open: ReturnType<typeof openStream>[] = [];
    while (open.length < count) {
      const wave = tokens
        .slice(open.length, open.length + OPENED_AT_ONCE)
        .map((token) => openStream(pages, api.url, token));
      await Promise.all(wave.map(({ opened }) => opened));
      open.push(...wave);
    }
    // One notification for each user, like a campaign.
    await pool.query(`insert into notifications (user_id, type, title, message, link)
                      select user_id, 'promotion', 'Winter sale', 'All rings at half price.', '/products' from sessions`);
    const busy = await measureVisits(api.url, BUSY_SECONDS, BROWSED);

    const kilobytes = ((residentMegabytes(api.pid) - before) * 1_024) / count;
    const ratio = percentile(busy, 0.99) / percentile(calm, 0.99);
    const notifiedCount = open.filter(({ events }) => events() === 2).length;
    const lost = open.filter(({ ended }) => ended()).length;
    console.log(`
${count.toLocaleString('en')} open streams on one API process: ${kilobytes.toFixed(1)} KB each (less than ${LIMITS.kilobytes})   ${verdict(kilobytes < LIMITS.kilobytes)}
notified within ${BUSY_SECONDS} s: ${notifiedCount.toLocaleString('en')}, streams lost: ${lost}   ${verdict(notifiedCount === count && lost === 0)}
visits, idle:         ${summarizeTimes(calm)}
visits, with streams: ${summarizeTimes(busy)}
p99 with streams is ${ratio.toFixed(2)} times that of idle (at most ${LIMITS.ratio})   ${verdict(ratio <= LIMITS.ratio)}`);
  } finally {
    pages.destroy();
    await api.stop();
    await close();
    await shop.stop();
  }
}

/** Each stream is an open file here and in the API. Node raises the soft limit to the hard limit. */
function checkFileLimit(count: number) {
  const [, limit = ''] = /^Max open files +\S+ +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  if (Number(limit) < count + 500)
    throw new Error(`A process may open ${limit} files only. Raise it with \`ulimit -n\`.`);
}

async function insertUsersWithSessions(pool: Connection['pool'], count: number) {
  const { rows } = await pool.query<{ token: string }>(
    `with people as (insert into users (name, email)
                     select 'Listener ' || i, 'listener-' || i || '@example.com' from generate_series(1, $1::int) i
                     returning id)
     insert into sessions (user_id, token, expires_at) select id, id::text, now() + interval '1 day' from people
     returning token`,
    [count],
  );
  const { authSecret } = readConfig(process.env);
  return rows.map(({ token }) => signToken(token, authSecret));
}

/** A notification stream. It is open when the first event, the unread count, has arrived. */
function openStream(agent: Agent, url: string, token: string) {
  let [events, ended] = [0, false];
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
  const opened = new Promise<void>((resolve, reject) => {
    const onResponse = (response: IncomingMessage) => {
      if (response.statusCode !== 200) reject(new Error(`A stream got ${response.statusCode}.`));
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        events += text.split('data: ').length - 1;
        if (events > 0) resolve();
      });
      response.on('close', () => {
        ended = true;
      });
      response.on('error', reject);
    };
    get(`${url}/api/notifications/stream`, { agent, headers }, onResponse).on('error', reject);
  });
  return { opened, events: () => events, ended: () => ended };
}
