import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Category } from '@shop/contracts/catalog/schema';
import { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, PASSWORD, run, type Shop, startShop, waitUntilReady } from '../support/shop.ts';
import { aPostgres, aReplica } from './engines.ts';
import { eventually } from './killable-store.ts';

const FAST = process.env.FAULTS === 'fast';
const DELAY_SECONDS = FAST ? 2 : 5;
const RUN_MS = FAST ? 12_000 : 30_000;
const STAFF_MEMBERS = 3;
const READ_EVERY_MS = 100;
/** Some writes follow before the replica has the last one, others after its clients read from it again. */
const WRITE_AFTER_MS: [number, number] = [200, FAST ? 5_000 : 12_000];

let postgres: Awaited<ReturnType<typeof aPostgres>>;
let replica: Awaited<ReturnType<typeof aReplica>>;
let shop: Shop;
let sql: pg.Pool;
let apis: { url: string; stop: () => void }[];

beforeAll(async () => {
  postgres = await aPostgres();
  const env = { RATE_LIMIT_FACTOR: '1000000' };
  shop = await startShop({ postgres: postgres.url, apis: 0, webs: 0, sample: false, env });
  replica = await aReplica(postgres.port, DELAY_SECONDS);
  sql = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 });
  apis = await Promise.all([startApi(), startApi()]);
});

afterAll(async () => {
  for (const api of apis ?? []) api.stop();
  await sql?.end();
  await shop?.stop();
  replica?.remove();
  postgres?.remove();
});

async function startApi() {
  const port = await freePort();
  const replicaUrl = new URL(shop.env.DATABASE_URL);
  replicaUrl.port = `${replica.port}`;
  const url = `http://127.0.0.1:${port}`;
  const settings = { DATABASE_REPLICA_URL: replicaUrl.href, DATABASE_REPLICA_MAX_LAG_SECONDS: '20' };
  const child = run('api', { ...shop.env, ...settings, API_PORT: `${port}`, LOG_LEVEL: 'silent' });
  await waitUntilReady(`${url}/health/ready`, child);
  return { url, stop: () => child.kill('SIGKILL') };
}

/** A browser, whose requests a load balancer sends to any of the API processes. */
function aBrowser(cookies = new Map<string, string>()) {
  return async (path: string, method = 'GET', body?: object) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(`${apis[randomInt(apis.length)]?.url}${path}`, {
      method,
      headers: { origin: shop.url, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  };
}

/** Has a cookie, because without one its responses come from the cache of the last second. */
const aGuest = () => aBrowser(new Map([['country', 'DE']]));

/** A staff member with a category of their own, whose description is the number of its last write. */
async function aStaffMember(name: string) {
  const send = aBrowser();
  const email = `${name}@example.com`;
  expect((await send('/api/auth/register', 'POST', { name, email, password: PASSWORD })).status).toBe(201);
  await sql.query("update users set role = 'admin', email_verified = true where email = $1", [email]);
  let item = TaxonomyItem.parse((await send('/api/admin/categories', 'POST', { name, description: '0' })).body);
  const { id, slug } = item;
  return {
    written: () => Number(item.description),
    path: `/api/categories/${slug}`,
    read: async () => writeIn(await send(`/api/categories/${slug}`)),
    async write() {
      const { version } = item;
      const edit = { name, slug, description: `${Number(item.description) + 1}`, version };
      item = TaxonomyItem.parse((await send(`/api/admin/categories/${id}`, 'PUT', edit)).body);
    },
  };
}

/** -1: the category is not there yet. */
const writeIn = ({ status, body }: { status: number; body: unknown }) =>
  status === 404 ? -1 : Number(Category.parse(body).description);

async function countReads() {
  const reads = { primary: 0, replica: 0 };
  for (const { url } of apis) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    for (const target of ['primary', 'replica'] as const)
      reads[target] += Number(
        new RegExp(`^database_reads_total\\{target="${target}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0,
      );
  }
  return reads;
}

test(`with a replica ${DELAY_SECONDS} s behind, a client never reads a state older than its last write`, async () => {
  const staff = await Promise.all(Array.from({ length: STAFF_MEMBERS }, (_, index) => aStaffMember(`staff-${index}`)));
  const [guest, before] = [aGuest(), await countReads()];
  const endsAt = performance.now() + RUN_MS;
  const older: { seen: number; written: number }[] = [];
  let reads = 0;
  let olderGuestReads = 0;

  await Promise.all(
    staff.map(async (member) => {
      let writeAt = 0;
      while (performance.now() < endsAt) {
        if (performance.now() > writeAt) {
          await member.write();
          writeAt = performance.now() + randomInt(...WRITE_AFTER_MS);
        }
        const written = member.written();
        const [seen, seenByGuest] = [await member.read(), writeIn(await guest(member.path))];
        reads += 1;
        if (seen < written) older.push({ seen, written });
        if (seenByGuest < written) olderGuestReads += 1;
        await pause(READ_EVERY_MS);
      }
    }),
  );

  const after = await countReads();
  const [byPrimary, byReplica] = [after.primary - before.primary, after.replica - before.replica];
  console.table([{ reads, olderGuestReads, byPrimary, byReplica }]);
  expect(older).toEqual([]);
  // Guests read from the replica alone, and see that it is behind; so staff members, once it has their write.
  expect(olderGuestReads).toBeGreaterThan(0);
  expect(byPrimary).toBeGreaterThan(0);
  expect(byReplica).toBeGreaterThan(reads);
});

test('a replica that is killed and started again loses no request of a guest', async () => {
  const guest = aGuest();
  const statuses: number[] = [];
  let reading = true;
  const paths = ['/api/products', '/api/products?q=ring', '/api/products/facets', '/api/products/categories'];
  const readers = paths.map(async (path) => {
    while (reading) statuses.push((await guest(path)).status);
  });
  const hasGrown = async (target: 'primary' | 'replica') => {
    const before = await countReads();
    await eventually(async () => (await countReads())[target] > before[target], `reads from the ${target}`);
  };

  await hasGrown('replica');
  replica.stop();
  await hasGrown('primary');
  replica.start();
  await hasGrown('replica');
  reading = false;
  await Promise.all(readers);

  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
