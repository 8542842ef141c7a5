import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { startTelemetry } from '@shop/telemetry/telemetry';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { hangUp } from '#test/hang-up.ts';
import { scrape } from '#test/metrics.ts';
import { redisModes } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

const exported: string[] = [];
const receiver = createServer(async (request, response) => {
  exported.push(await text(request));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const address = receiver.address();
const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
const stopTelemetry = await startTelemetry(
  'api',
  { traces: { endpoint, ratio: 1 }, errorReports: undefined },
  () => {},
);
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const DENIED = '/api/admin/orders';
const ATTEMPTS = 10;

describe.each(redisModes())('%s', async (_mode, REDIS_URL) => {
  const lines: string[] = [];
  const shop = await createTestStore({ env: { REDIS_URL }, log: (line) => void lines.push(line) });
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 });

  /** What counts the end of a request. */
  const consumers = {
    'the audit log': async (actorId: string) => {
      const { rows } = await shop.sql.query(`select from audit_log where action = 'access.refuse' and entity_id = $1`, [
        actorId,
      ]);
      return rows.length;
    },
    'the request log': async (actorId: string) =>
      lines.filter((line) => line.includes(actorId) && line.includes(DENIED) && line.includes('"status":403')).length,
    'the metrics': async () => {
      const counted = [...(await scrape(shop))].filter(
        ([name]) => name.includes(`_count{`) && name.includes(`"${DENIED}"`),
      );
      return counted.reduce((sum, [name, count]) => (name.includes('status="403"') ? sum + count : sum), 0);
    },
  };

  test('A37 denied requests whose client hangs up at any moment are counted by every consumer', async () => {
    const mallory = await shop.aShopper();
    const deny = (ms: number) => hangUp(url, { path: DENIED, headers: { cookie: mallory.headers.cookie } }, ms);

    // Opens the connections: on a busy machine that takes seconds.
    await Promise.all(Array.from({ length: shop.pools.browse.options.max }, () => mallory.get('/api/user/me')));
    for (let ms = 0; ms < ATTEMPTS / 2; ms += 1) await deny(ms);
    // The look-up of the session waits until all clients are gone.
    const client = await shop.sql.connect();
    await client.query('begin; lock table sessions in access exclusive mode');
    for (let ms = 0; ms < ATTEMPTS / 2; ms += 1) await deny(ms);
    await client.query('rollback');
    client.release();

    await vi.waitFor(() => expect(lines.filter((line) => line.includes(DENIED)).length).toBe(ATTEMPTS), 10_000);
    expect(lines.filter((line) => line.includes(DENIED) && !line.includes('"status":403'))).toEqual([]);
    for (const [name, count] of Object.entries(consumers))
      await vi.waitFor(async () => expect([name, await count(mallory.id)]).toEqual([name, ATTEMPTS]), 10_000);
    expect(lines.filter((line) => line.includes('"aborted":true')).length).toBeGreaterThanOrEqual(ATTEMPTS / 2);
  });

  test('A37 a notification stream whose client is gone before it starts is not kept', async () => {
    const ada = await shop.aShopper();
    const client = await shop.sql.connect();
    await client.query('begin; lock table sessions in access exclusive mode');
    const path = '/api/notifications/stream';
    for (let ms = 0; ms < 12; ms += 1) await hangUp(url, { path, headers: { cookie: ada.headers.cookie } }, ms);
    await client.query('rollback');
    client.release();

    await vi.waitFor(() => expect(lines.filter((line) => line.includes(path)).length).toBe(12), 10_000);
    expect([...(await scrape(shop))].find(([name]) => name.startsWith('event_streams'))?.[1]).toBe(0);
    const open = await fetch(url + path, { headers: { cookie: `${ada.headers.cookie}` } });
    expect(open.status).toBe(200);
    await open.body?.cancel();
  });
});

test('A37 the traces have a span for each of these requests', async () => {
  await stopTelemetry();

  const spans = exported.join().split(`"name":"GET ${DENIED}"`).length - 1;
  expect(spans).toBe(ATTEMPTS * redisModes().length);
});
