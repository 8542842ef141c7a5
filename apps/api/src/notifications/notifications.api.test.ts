import { notificationMessages } from '@shop/contracts/notifications/messages';
import { NotificationPage, UNREAD_COUNTED } from '@shop/contracts/notifications/schema';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_ID } from '#test/ids.ts';
import { createTestStore } from '#test/test-store.ts';

const { aShopper, sql } = await createTestStore();

/** Returns the ids, oldest first. */
async function insertNotifications({ id }: { id: string }, count: number, type = 'other') {
  const { rows } = await sql.query<{ id: string }>(
    `insert into notifications (user_id, type, title, message, created_at)
     select $1, $2, 'News ' || n, 'This is number ' || n || '.', now() from generate_series(1, $3) n returning id`,
    [id, type, count],
  );
  return rows.map((row) => row.id).toSorted();
}

type Shopper = Awaited<ReturnType<typeof aShopper>>;
const listOf = async (person: Shopper, search = '') =>
  NotificationPage.parse((await person.get(`/api/notifications${search}`)).json());

test('ENT-019 a notification has id, user, title, message, type, read and time', async () => {
  const ada = await aShopper();
  const [id] = await insertNotifications(ada, 1, 'promotion');

  const { items, next, unreadCount } = await listOf(ada);

  expect(items).toEqual([
    {
      id,
      userId: ada.id,
      type: 'promotion',
      title: 'News 1',
      message: 'This is number 1.',
      link: null,
      read: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
  expect({ next, unreadCount }).toEqual({ next: null, unreadCount: 1 });
});

test('lists notifications newest first in pages of twenty, without gaps or duplicates', async () => {
  const ada = await aShopper();
  const notificationIds = await insertNotifications(ada, 45);

  const pages: string[][] = [];
  for (let search: string | undefined = ''; search !== undefined; ) {
    const { items, next }: NotificationPage = await listOf(ada, search);
    pages.push(items.map(({ id }) => id));
    search = next ? `?cursor=${next}` : undefined;
  }

  expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(pages.flat()).toEqual(notificationIds.toReversed());
});

test('caps the unread count at what the UI shows', async () => {
  const ada = await aShopper();
  await insertNotifications(ada, UNREAD_COUNTED + 20);

  expect((await listOf(ada)).unreadCount).toBe(UNREAD_COUNTED);
  expect((await ada.get('/api/session')).json().unreadCount).toBe(UNREAD_COUNTED);
});

test("STATE-018 'Mark as read' marks one notification as read; repeating it changes nothing", async () => {
  const ada = await aShopper();
  const [first, second] = await insertNotifications(ada, 2);
  const readAt = async () => (await sql.query('select read_at from notifications where id = $1', [second])).rows[0];

  const once = await ada.post(`/api/notifications/${second}/read`);
  const since = await readAt();
  const twice = await ada.post(`/api/notifications/${second}/read`);

  expect([once.json(), twice.json()]).toEqual([{ unreadCount: 1 }, { unreadCount: 1 }]);
  expect(await readAt()).toEqual(since);
  expect((await listOf(ada)).items.map(({ id, read }) => [id, read])).toEqual([
    [second, true],
    [first, false],
  ]);
});

test("STATE-019 'Mark all as read' marks all own notifications as read, and none of another user", async () => {
  const [ada, bela] = [await aShopper(), await aShopper()];
  await insertNotifications(ada, 25);
  await insertNotifications(bela, 1);

  for (const _time of ['once', 'twice'])
    expect((await ada.post('/api/notifications/read-all')).json()).toEqual({ unreadCount: 0 });

  expect((await listOf(ada)).items.every(({ read }) => read)).toBe(true);
  expect((await listOf(bela)).unreadCount).toBe(1);
});

describe('notifications of another user', () => {
  test('are not listed, even with one of them as the cursor', async () => {
    const [ada, eve] = [await aShopper(), await aShopper()];
    const notificationIds = await insertNotifications(ada, 3);

    expect((await listOf(eve)).items).toEqual([]);
    expect((await listOf(eve, `?cursor=${notificationIds.at(-1)}`)).items).toEqual([]);
  });

  test('cannot be marked as read and are indistinguishable from missing ones', async () => {
    const [ada, eve] = [await aShopper(), await aShopper()];
    const [id] = await insertNotifications(ada, 1);

    const responses = [
      await eve.post(`/api/notifications/${id}/read`),
      await eve.post(`/api/notifications/${UNKNOWN_ID}/read`),
    ];

    for (const response of responses)
      expect([response.statusCode, response.json().message]).toEqual([404, notificationMessages.notFound]);
    expect((await listOf(ada)).unreadCount).toBe(1);
  });
});
