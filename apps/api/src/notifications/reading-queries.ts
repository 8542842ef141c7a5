import { UNREAD_COUNTED } from '@shop/contracts/notifications/schema';
import type { Pool } from 'pg';

export type NotificationRow = {
  id: string;
  userId: string;
  type: 'order' | 'promotion' | 'other';
  title: string;
  message: string;
  link: string | null;
  read: boolean;
  /** A string where the row was read as JSON. */
  createdAt: Date | string;
};

const COLUMNS = `id, user_id as "userId", type, title, message, link, read_at is not null as read,
                 created_at as "createdAt"`;
const AS_JSON = `json_build_object('id', id, 'userId', user_id, 'type', type, 'title', title, 'message', message,
                                   'link', link, 'read', read_at is not null, 'createdAt', created_at)`;

/** Counted only as far as the UI shows: a user who never reads them may have thousands. */
const unreadOf = (user: string) => `
  (select count(*)::int from (select from notifications where user_id = ${user} and read_at is null
                               limit ${UNREAD_COUNTED}) unread)`;

export async function listNotifications(pool: Pool, userId: string, before: string | undefined, limit: number) {
  const { rows } = await pool.query<NotificationRow>({
    name: before ? 'notifications_before' : 'notifications',
    text: `select ${COLUMNS} from notifications where user_id = $1 ${before ? 'and id < $3' : ''}
            order by id desc limit $2`,
    values: before ? [userId, limit, before] : [userId, limit],
  });
  return rows;
}

export async function countUnread(pool: Pool, userId: string) {
  const { rows } = await pool.query<{ unreadCount: number }>({
    name: 'notifications_unread',
    text: `select ${unreadOf('$1')} as "unreadCount"`,
    values: [userId],
  });
  return rows[0]?.unreadCount ?? 0;
}

/** Returns whether the notification exists. Keeps the time it was first read. */
export async function updateRead(pool: Pool, userId: string, id: string) {
  const { rowCount } = await pool.query(
    `with marked as (update notifications set read_at = now() where id = $2 and user_id = $1 and read_at is null)
     select from notifications where id = $2 and user_id = $1`,
    [userId, id],
  );
  return Boolean(rowCount);
}

export const updateAllRead = (pool: Pool, userId: string) =>
  pool.query('update notifications set read_at = now() where user_id = $1 and read_at is null', [userId]);

type ListenerUpdate = { place: number; items: NotificationRow[]; unreadCount: number };

/**
 * What each of these listeners has not been sent, in one query for all. A snapshot is the database's own record of
 * which transactions were visible, so that nothing is missed or sent twice, however late a transaction commits. A
 * listener without a snapshot gets updates from now on; a new one gets a row even without new notifications. Of more
 * than `$4` a listener gets the latest.
 */
const NEW_NOTIFICATIONS = `
  select pg_current_snapshot()::text as snapshot, coalesce(json_agg(updates), '[]') as updates
    from (select listener.place, coalesce(new_notifications.items, '[]') as items, ${unreadOf('listener.user_id')} as "unreadCount"
            from unnest($1::uuid[], $2::pg_snapshot[], $3::boolean[])
                 with ordinality as listener (user_id, since, is_new, place)
           cross join lateral (
             select json_agg(${AS_JSON} order by id) as items
               from (select * from notifications where user_id = listener.user_id order by id desc limit $4) latest
              where pg_visible_in_snapshot(created_xid, pg_current_snapshot())
                and not pg_visible_in_snapshot(created_xid, listener.since)) new_notifications
           where listener.is_new or new_notifications.items is not null) updates`;

export async function findNewNotifications(
  pool: Pool,
  listeners: readonly { userId: string; since: string | null; isNew: boolean }[],
  limit: number,
) {
  const { rows } = await pool.query<{ snapshot: string; updates: ListenerUpdate[] }>({
    name: 'new_notifications',
    text: NEW_NOTIFICATIONS,
    values: [
      listeners.map(({ userId }) => userId),
      listeners.map(({ since }) => since),
      listeners.map(({ isNew }) => isNew),
      limit,
    ],
  });
  return rows[0] ?? { snapshot: null, updates: [] };
}

/** Only the database can validate its format; an invalid one from a client must not fail the query above. */
export async function isSnapshot(pool: Pool, text: string) {
  return pool.query('select $1::pg_snapshot', [text]).then(
    () => true,
    (error) => {
      if (error.code === '22P02') return false;
      throw error;
    },
  );
}
