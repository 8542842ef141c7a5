import { once } from 'node:events';
import { minor } from '@shop/contracts/common/money';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '#platform/database/db.ts';
import { openStream } from '#test/event-stream.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';
import { notifyPaymentRefunded } from './service.ts';

// A stream's turn comes every 15 seconds. The clock is faked: `runTurn` advances it to the next turn.
vi.useFakeTimers({ toFake: ['setInterval'] });
const runTurn = () => vi.advanceTimersByTime(15_000);
afterAll(() => void vi.useRealTimers());

const databaseUrl = await createTestDatabase();
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:1/0' };
/** Two processes of one store. */
const one = await createTestStore({ databaseUrl });
const other = await createTestStore({ databaseUrl });
const withoutRedis = await createTestStore({ databaseUrl, env: NO_REDIS });

const urls = new Map<unknown, string>();
beforeAll(async () => {
  for (const shop of [one, other, withoutRedis]) urls.set(shop, await shop.app.listen({ host: '127.0.0.1', port: 0 }));
});

const listen = (
  shop: typeof one,
  { headers }: { headers: Record<string, string> },
  more: Record<string, string> = {},
) => openStream(urls.get(shop) ?? '', { ...headers, ...more });

/** A notification for a user, visible once the transaction commits. */
const createNotification = (userId: string, amount: number, db: Db = one.db) =>
  notifyPaymentRefunded(db, { refundId: crypto.randomUUID(), userId, amountMinor: minor(amount), currency: 'INR' });

const amounts = (event: { items: { message: string }[] } | undefined) =>
  event?.items.map(({ message }) => /₹[\d.,]+/.exec(message)?.[0]);

test('a new stream sends the unread count at once', async () => {
  const ada = await one.aShopper();
  await createNotification(ada.id, 100);

  const stream = await listen(one, ada);

  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('private, no-store');
  expect(stream.response.headers.get('connection')).toBe('close');
  expect(await stream.next()).toMatchObject({ items: [], unreadCount: 1 });
  stream.close();
});

test('a notification created by one process is sent by another through Redis', async () => {
  const ada = await one.aShopper();
  const stream = await listen(other, ada);
  await stream.next();

  await createNotification(ada.id, 4_200);
  await one.work();

  expect(await stream.next()).toMatchObject({
    unreadCount: 1,
    items: [{ userId: ada.id, type: 'order', read: false, link: '/orders' }],
  });
  stream.close();
});

test('without Redis a notification is sent at the next turn', async () => {
  const ada = await one.aShopper();
  const stream = await listen(withoutRedis, ada);
  await stream.next();

  await createNotification(ada.id, 1_700);
  await one.work();
  runTurn();

  expect(amounts(await stream.next())).toEqual(['₹17.00']);
  stream.close();
});

test('a notification of a transaction that starts first and commits last is sent exactly once', async () => {
  const ada = await one.aShopper();
  const stream = await listen(withoutRedis, ada);
  await stream.next();

  await one.db.transaction(async (slow) => {
    await createNotification(ada.id, 100, slow);
    await createNotification(ada.id, 200);
    runTurn();
    expect(amounts(await stream.next())).toEqual(['₹2.00']);
  });
  runTurn();

  expect(amounts(await stream.next())).toEqual(['₹1.00']);
  stream.close();
});

test('a client that reconnects to any process with Last-Event-ID gets only what it missed', async () => {
  const ada = await one.aShopper();
  const before = await listen(one, ada);
  await before.next();
  await createNotification(ada.id, 100);
  runTurn();
  const last = await before.next();
  before.close();

  await createNotification(ada.id, 200);
  await createNotification(ada.id, 300);
  const after = await listen(withoutRedis, ada, { 'last-event-id': last?.id ?? '' });

  expect(amounts(await after.next())).toEqual(['₹2.00', '₹3.00']);
  after.close();
});

test.each(['nonsense', '5:3:', "1:1:'; drop table users", '9'.repeat(30)])(
  'an invalid Last-Event-ID (%s) is ignored',
  async (id) => {
    const ada = await one.aShopper();
    await createNotification(ada.id, 100);

    const stream = await listen(one, ada, { 'last-event-id': id });

    expect(await stream.next()).toMatchObject({ items: [], unreadCount: 1 });
    stream.close();
  },
);

test('a stream contains no notifications of another user', async () => {
  const [ada, eve] = [await one.aShopper(), await one.aShopper()];
  const stream = await listen(one, eve);
  const { id } = (await stream.next()) ?? { id: '' };
  stream.close();
  await createNotification(ada.id, 100);

  const again = await listen(one, eve, { 'last-event-id': id });

  expect(await again.next()).toMatchObject({ items: [], unreadCount: 0 });
  again.close();
});

test('a stream ends at the turn after its session has ended', async () => {
  const ada = await one.aShopper();
  const stream = await listen(one, ada);
  await stream.next();
  await one.sql.query('delete from sessions where user_id = $1', [ada.id]);

  runTurn();

  expect(await stream.next()).toBeUndefined();
});

test('a user can have ten open streams and no more', async () => {
  const ada = await one.aShopper();
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(one, ada)));

  expect((await listen(one, ada)).response.status).toBe(429);

  const [first] = streams;
  await Promise.all(streams.map((stream) => stream.next()));
  first?.close();
  await expect.poll(async () => (await listen(one, ada)).response.status).toBe(200);
});

describe('a stream is rejected', () => {
  test('for guests', async () => {
    expect((await listen(one, one.guest)).response.status).toBe(401);
  });

  test('for clients that do not accept events', async () => {
    const ada = await one.aShopper();

    expect((await ada.get('/api/notifications/stream')).statusCode).toBe(422);
  });
});

test('a stopping process ends its streams and closes', async () => {
  const closing = await createTestStore({ databaseUrl });
  const ada = await closing.aShopper();
  const stream = await openStream(await closing.app.listen({ host: '127.0.0.1', port: 0 }), ada.headers);
  await stream.next();

  const closed = once(closing.app.server, 'close');
  await closing.app.close();

  await closed;
  expect(await stream.next()).toBeUndefined();
});
