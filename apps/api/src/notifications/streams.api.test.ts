import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '#db.ts';
import { openStream } from '../../test/event-stream.ts';
import { ownDatabase, ownShop } from '../../test/own-shop.ts';
import { notifyPaymentRefunded } from './service.ts';

// A stream's turn comes every 15 seconds. The shops below wait for no clock: `aTurn` is when it has come.
vi.useFakeTimers({ toFake: ['setInterval'] });
const aTurn = () => vi.advanceTimersByTime(15_000);
afterAll(() => void vi.useRealTimers());

const databaseUrl = await ownDatabase();
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:1/0' };
/** Two processes of one shop. */
const one = await ownShop({ databaseUrl });
const other = await ownShop({ databaseUrl });
const withoutRedis = await ownShop({ databaseUrl, env: NO_REDIS });

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
const happen = (userId: string, amountMinor: number, db: Db = one.db) =>
  notifyPaymentRefunded(db, { refundId: crypto.randomUUID(), userId, amountMinor, currency: 'INR' });

const amounts = (news: { items: { message: string }[] } | undefined) =>
  news?.items.map(({ message }) => /₹[\d.,]+/.exec(message)?.[0]);

test('says at once that it listens, and how many are unread', async () => {
  const ada = await one.aShopper();
  await happen(ada.id, 100);

  const stream = await listen(one, ada);

  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('private, no-store');
  expect(await stream.next()).toMatchObject({ items: [], unreadCount: 1 });
  stream.leave();
});

test('what one process causes is told by another, through Redis', async () => {
  const ada = await one.aShopper();
  const stream = await listen(other, ada);
  await stream.next();

  await happen(ada.id, 4_200);
  await one.work();

  expect(await stream.next()).toMatchObject({
    unreadCount: 1,
    items: [{ userId: ada.id, type: 'order', read: false, link: '/orders' }],
  });
  stream.leave();
});

test('without Redis it is told at the next turn', async () => {
  const ada = await one.aShopper();
  const stream = await listen(withoutRedis, ada);
  await stream.next();

  await happen(ada.id, 1_700);
  await one.work();
  aTurn();

  expect(amounts(await stream.next())).toEqual(['₹17.00']);
  stream.leave();
});

test('a transaction that began first and ends last is neither lost nor told twice', async () => {
  const ada = await one.aShopper();
  const stream = await listen(withoutRedis, ada);
  await stream.next();

  await one.db.transaction(async (slow) => {
    await happen(ada.id, 100, slow);
    await happen(ada.id, 200);
    aTurn();
    expect(amounts(await stream.next())).toEqual(['₹2.00']);
  });
  aTurn();

  expect(amounts(await stream.next())).toEqual(['₹1.00']);
  stream.leave();
});

test('whoever comes back with Last-Event-ID, to any process, is told what they missed and nothing else', async () => {
  const ada = await one.aShopper();
  const before = await listen(one, ada);
  await before.next();
  await happen(ada.id, 100);
  aTurn();
  const last = await before.next();
  before.leave();

  await happen(ada.id, 200);
  await happen(ada.id, 300);
  const after = await listen(withoutRedis, ada, { 'last-event-id': last?.id ?? '' });

  expect(amounts(await after.next())).toEqual(['₹2.00', '₹3.00']);
  after.leave();
});

test.each(['nonsense', '5:3:', "1:1:'; drop table users", '9'.repeat(30)])(
  'a Last-Event-ID that is none (%s) is no obstacle',
  async (id) => {
    const ada = await one.aShopper();
    await happen(ada.id, 100);

    const stream = await listen(one, ada, { 'last-event-id': id });

    expect(await stream.next()).toMatchObject({ items: [], unreadCount: 1 });
    stream.leave();
  },
);

test("nobody is told somebody else's", async () => {
  const [ada, eve] = [await one.aShopper(), await one.aShopper()];
  const stream = await listen(one, eve);
  const { id } = (await stream.next()) ?? { id: '' };
  stream.leave();
  await happen(ada.id, 100);

  const again = await listen(one, eve, { 'last-event-id': id });

  expect(await again.next()).toMatchObject({ items: [], unreadCount: 0 });
  again.leave();
});

test('ends at the next turn when the session has ended', async () => {
  const ada = await one.aShopper();
  const stream = await listen(one, ada);
  await stream.next();
  await one.sql.query('delete from sessions where user_id = $1', [ada.id]);

  aTurn();

  expect(await stream.next()).toBeUndefined();
});

test('is kept open for ten windows of a person, and no more', async () => {
  const ada = await one.aShopper();
  const streams = await Promise.all(Array.from({ length: 10 }, () => listen(one, ada)));

  expect((await listen(one, ada)).response.status).toBe(429);

  const [first] = streams;
  await Promise.all(streams.map((stream) => stream.next()));
  first?.leave();
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
  const closing = await ownShop({ databaseUrl });
  const ada = await closing.aShopper();
  const stream = await openStream(await closing.app.listen({ host: '127.0.0.1', port: 0 }), ada.headers);
  await stream.next();

  const closed = once(closing.app.server, 'close');
  await closing.app.close();

  await closed;
  expect(await stream.next()).toBeUndefined();
});
