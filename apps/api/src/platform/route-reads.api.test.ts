import { LAST_WRITE_COOKIE } from '@shop/contracts/common/constants';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

// A replica that lags or is killed needs a second server: `npm run faults -- replica`.
const databaseUrl = await createTestDatabase();
const AWAY = 'postgres://postgres@127.0.0.1:1/none';
const withReplica = (url: string) => createTestStore({ databaseUrl, env: { DATABASE_REPLICA_URL: url } });

const READS = ['/api/products', '/api/products?q=ring', '/api/products/facets', '/feeds/products.xml'];
const readsOf = (metrics: string, target: string) =>
  Number(new RegExp(`^database_reads_total\\{target="${target}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0);
const lastWrite = ({ headers }: { headers: { 'set-cookie'?: string | string[] } }) =>
  [headers['set-cookie'] ?? []].flat().filter((cookie) => cookie.startsWith(LAST_WRITE_COOKIE));

describe.each([
  ['that cannot be reached', AWAY],
  ['that is no replica, but a primary', databaseUrl],
])('a replica %s', async (_what, url) => {
  const { guest } = await withReplica(url);

  test('is not read, and the primary answers each request', async () => {
    for (const path of READS) expect((await guest.get(path)).statusCode, path).toBe(200);

    const { body } = await guest.get('/metrics');
    expect(readsOf(body, 'primary')).toBeGreaterThanOrEqual(READS.length);
    expect(readsOf(body, 'replica')).toBe(0);
  });
});

describe('the position of the last write', async () => {
  const { guest, aShopper, sql } = await withReplica(AWAY);
  const positionAfterAll = async () => {
    const { rows } = await sql.query<{ position: string }>("select pg_current_wal_insert_lsn() - '0/0' as position");
    return BigInt(rows[0]?.position ?? 0);
  };

  test('is sent as a cookie after a write, and not after a read or a page view', async () => {
    const shopper = await aShopper();
    const before = await positionAfterAll();

    const [cookie = ''] = lastWrite(await shopper.post('/api/newsletter', { email: 'ada@example.com' }));

    const [, position = '0', attributes] = /^[^=]+=(\d+); (.*)$/.exec(cookie) ?? [];
    expect(BigInt(position)).toBeGreaterThan(before);
    expect(BigInt(position)).toBeLessThanOrEqual(await positionAfterAll());
    expect(attributes).toBe('Max-Age=15; Path=/; Secure; HttpOnly; SameSite=Lax');
    expect(lastWrite(await shopper.get('/api/products'))).toEqual([]);
    expect(lastWrite(await guest.post('/api/counts', { counter: 'visits' }))).toEqual([]);
  });

  test('is not sent to a client with a bearer token, which keeps no cookies', async () => {
    const { signed } = await aShopper();

    const bearer = { authorization: `Bearer ${signed}` };
    const response = await guest.post('/api/newsletter', { email: 'bearer@example.com' }, bearer);

    expect([response.statusCode, lastWrite(response)]).toEqual([201, []]);
  });

  test('is not sent by a store without a replica', async () => {
    const alone = await createTestStore({ databaseUrl });

    expect(lastWrite(await alone.guest.post('/api/newsletter', { email: 'bob@example.com' }))).toEqual([]);
  });
});
