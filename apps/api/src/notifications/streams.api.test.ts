import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '#db.ts';
import { openStream } from '../../test/event-stream.ts';
import { createTestDatabase, createTestStore } from '../../test/test-store.ts';
import { notifyPaymentRefunded } from './service.ts';

// A stream's turn comes every 15 seconds. The shops below wait for no clock: `aTurn` is when it has come.
vi.useFakeTimers({ toFake: ['setInterval'] });
const runTurn = () => vi.advanceTimersByTime(15_000);
afterAll(() => void vi.useRealTimers());

const databaseUrl = await createTestDatabase();
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:1/0' };
/** Two processes of one shop. */
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

/** Something that happens to a person: the notification is there when the transaction is. */
const createNotification = (userId: string, amountMinor: number, db: Db = one.db) =>
  notifyPaymentRefunded(db, { refundId: crypto.randomUUID(), userId, amountMinor, currency: 'INR' });

const amounts = (event: { items: { message: string }[] } | undefined) =>
  event?.items.map(({ message }) => /₹[\d.,]+/.exec(message)?.[0]);

test('says at once that it listens, and how many are unread', async () => {
  const ada = await one.aShopper();
  await createNotification(ada.id, 100);

  const stream = await listen(one, ada);

  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('private, no-store');
  expect(stream.response.headers.get('connection')).toBe('close');
  expect(await stream.next()).toMatchObject({ items: [], unreadCount: 1 });
  stream.close();
});

test('what one process causes is told by another, through Redis', async () => {
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

test('without Redis it is told at the next turn', async () => {
  const ada = await one.aShopper();
  const stream = await listen(withoutRedis, ada);
  await stream.next();

  await createNotification(ada.id, 1_700);
  await one.work();
  runTurn();

  expect(amounts(await stream.next())).toEqual(['₹17.00']);
  stream.close();
});

test('a transaction that began first and ends last is neither lost nor told twice', async () => {
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

test('whoever comes back with Last-Event-ID, to any process, is told what they missed and nothing else', async () => {
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
  'a Last-Event-ID that is none (%s) is no obstacle',
  async (id) => {
    const ada = await one.aShopper();
    await createNotification(ada.id, 100);

    const stream = await listen(one, ada, { 'last-event-id': id });

    expect(await stream.next()).toMatchObject({ items: [], unreadCount: 1 });
    stream.close();
  },
);

test("nobody is told somebody else's", async () => {
  const [ada, eve] = [await one.aShopper(), await one.aShopper()];
  const stream = await listen(one, eve);
  const { id } = (await stream.next()) ?? { id: '' };
  stream.close();
  await createNotification(ada.id, 100);

  const again = await listen(one, eve, { 'last-event-id': id });

  expect(await again.next()).toMatchObject({ items: [], unreadCount: 0 });
  again.close();
});

test('ends at the next turn when the session has ended', async () => {
  const ada = await one.aShopper();
  const stream = await listen(one, ada);
  await stream.next();
  await one.sql.query('delete from sessions where user_id = $1', [ada.id]);

  runTurn();

  expect(await stream.next()).toBeUndefined();
});

test('is kept open for ten windows of a person, and no more', async () => {
  const ada = await one.aShopper();
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(one, ada)));

  expect((await listen(one, ada)).response.status).toBe(429);

  const [first] = streams;
  await Promise.all(streams.map((stream) => stream.next()));
  first?.close();
  await expect.poll(async () => (await listen(one, ada)).response.status).toBe(200);
});

describe('is refused', () => {
  test('to guests', async () => {
    expect((await listen(one, one.guest)).response.status).toBe(401);
  });

  test('to whoever would wait for its end', async () => {
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
