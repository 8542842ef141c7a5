import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Campaign } from '@shop/contracts/campaigns/schema';
import { SignedIn } from '@shop/contracts/identity/schema';
import { percentile } from '@shop/e2e/percentile';
import { run, type Shop, startShop } from '@shop/e2e/shop';
import { Connection } from '../../apps/api/src/platform/database/connection.ts';
import { measureVisits, summarizeTimes } from './open-loop.ts';

const CALM_SECONDS = 20;
const MAX_RATIO = 3;

type Pool = Connection['pool'];
type Admin = Awaited<ReturnType<typeof signIn>>;
type Worker = ReturnType<typeof startWorker>;

/** A campaign to all opted-in customers: duration, effect on visits, and exactly-once delivery after a crash. */
export async function fanOut(recipients: number) {
  const shop = await startShop({ env: { RATE_LIMIT_FACTOR: '1000000' } });
  const { pool, close } = new Connection({
    url: shop.databaseUrl,
    applicationName: 'crystalline-bench',
    max: 1,
    statementTimeoutMs: 0,
    onError: console.error,
  });
  const worker = startWorker(shop);
  try {
    await insertOptedInUsers(pool, recipients);
    const admin = await signIn(shop);
    await measureVisits(shop.url, 3);
    const calm = await measureVisits(shop.url, CALM_SECONDS);

    const { seconds, visits } = await sendToAll(shop, admin);
    const ratio = percentile(visits, 0.99) / percentile(calm, 0.99);
    console.log(`
${recipients.toLocaleString('en')} recipients in ${seconds.toFixed(1)} s: ${Math.round(recipients / seconds).toLocaleString('en')} rows a second
visits, idle:      ${summarizeTimes(calm)}
visits, during it: ${summarizeTimes(visits)}
p99 during it is ${ratio.toFixed(2)} times that of idle (at most ${MAX_RATIO})   ${verdict(ratio <= MAX_RATIO)}`);

    const { id, killedAt, pausedSeconds } = await sendAndKill(shop, admin, worker, recipients);
    const { never, exactlyOnce, moreOften } = await countDeliveries(pool, id);
    console.log(`
worker killed after ${killedAt.toLocaleString('en')}, the next one resumed after ${pausedSeconds.toFixed(1)} s
notified once: ${exactlyOnce.toLocaleString('en')}, never: ${never}, more often: ${moreOften}   ${verdict(exactlyOnce === recipients && never + moreOften === 0)}`);
  } finally {
    await endWorker(worker, 'SIGKILL');
    await close();
    await shop.stop();
  }
}

function verdict(passed: boolean) {
  if (!passed) process.exitCode = 1;
  return passed ? 'PASS' : 'FAIL';
}

/** Half of all customers are opted in. */
async function insertOptedInUsers(pool: Pool, people: number) {
  await pool.query(`
    insert into users (name, email, wants_marketing, marketing_consent_at)
    select 'Shopper ' || i, 'shopper-' || i || '@example.com', i % 2 = 0, case when i % 2 = 0 then now() end
      from generate_series(1, ${2 * people}) i`);
  await pool.query('vacuum analyze users');
}

async function signIn({ url }: Shop) {
  const call = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const credentials = { email: 'admin@example.com', password: 'seven amber lanterns' };
  const { token } = SignedIn.parse(await call('/auth/login', credentials));
  const authorization = `Bearer ${token}`;
  return {
    async send(title: string) {
      const campaignInput = {
        title,
        message: 'All rings at half price, this week only.',
        link: '/products',
        audience: 'customers',
        channels: ['notification'],
      };
      const headers = { authorization, 'idempotency-key': `${title} ${Date.now()}` };
      const { id } = Campaign.parse(await call('/admin/campaigns', campaignInput, headers));
      const sending = { authorization, 'idempotency-key': `${title} ${id}` };
      return Campaign.parse(await call(`/admin/campaigns/${id}/sending`, {}, sending));
    },
    progress: async (id: string) => Campaign.parse(await call(`/admin/campaigns/${id}`, undefined, { authorization })),
  };
}

const startWorker = ({ databaseUrl }: Shop) =>
  run('worker', { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', WORKER_PORT: '0' });

async function endWorker(worker: Worker, signal: 'SIGTERM' | 'SIGKILL') {
  worker.kill(signal);
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'exit');
}

async function sendToAll(shop: Shop, admin: Admin) {
  const { id } = await admin.send('Winter sale');
  const visits = await measureVisits(shop.url, 1);
  let campaign = await admin.progress(id);
  while (!campaign.endedAt) {
    visits.push(...(await measureVisits(shop.url, 1)));
    campaign = await admin.progress(id);
  }
  return {
    visits,
    seconds: (Date.parse(campaign.endedAt) - Date.parse(campaign.startedAt ?? campaign.createdAt)) / 1_000,
  };
}

/** Kills the worker when half of the recipients are notified; the next worker finishes. */
async function sendAndKill(shop: Shop, admin: Admin, killedWorker: Worker, recipients: number) {
  const { id } = await admin.send('Spring sale');
  const waitUntilReached = async (people: number) => {
    while ((await admin.progress(id)).notifications < people) await pause(50);
  };
  await waitUntilReached(recipients / 2);
  await endWorker(killedWorker, 'SIGKILL');
  const killedAt = (await admin.progress(id)).notifications;

  const startedAt = performance.now();
  const next = startWorker(shop);
  try {
    await waitUntilReached(killedAt + 1);
    const pausedSeconds = (performance.now() - startedAt) / 1_000;
    while (!(await admin.progress(id)).endedAt) await pause(50);
    return { id, killedAt, pausedSeconds };
  } finally {
    await endWorker(next, 'SIGTERM');
  }
}

async function countDeliveries(pool: Pool, id: string) {
  const { rows } = await pool.query<{ times: number; people: number }>(
    `select times, count(*)::int as people
       from (select count(n.id)::int as times from users u
               left join notifications n on n.user_id = u.id and n.campaign_id = $1
              where u.wants_marketing group by u.id) t
      group by times`,
    [id],
  );
  const people = (test: (times: number) => boolean) =>
    rows.filter(({ times }) => test(times)).reduce((sum, row) => sum + row.people, 0);
  return { never: people((n) => n === 0), exactlyOnce: people((n) => n === 1), moreOften: people((n) => n > 1) };
}
