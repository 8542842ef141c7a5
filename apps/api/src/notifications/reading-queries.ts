import { UNREAD_COUNTED } from '@shop/contracts/notifications/schema';
import { type SQL, sql } from 'drizzle-orm';
import { firstIdAt } from '#platform/database/columns.ts';
import { type Db, PREPARED } from '#platform/database/db.ts';
import { hasSqlState } from '#platform/database/errors.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

export type NotificationRow = {
  id: string;
  userId: string;
  type: 'order' | 'promotion' | 'other';
  title: string;
  message: string;
  link: string | null;
  read: boolean;
  createdAt: string;
};

const COLUMNS = sql`id, user_id as "userId", type, title, message, link, read_at is not null as read,
                    created_at as "createdAt"`;
const AS_JSON = sql`json_build_object('id', id, 'userId', user_id, 'type', type, 'title', title, 'message', message,
                                      'link', link, 'read', read_at is not null, 'createdAt', created_at)`;

/** Counted only as far as the UI shows: a user who never reads them may have thousands. */
const unreadOf = (user: SQL) => sql`
  (select count(*)::int from (select from notifications where user_id = ${user} and read_at is null
                               limit ${inlineNumber(UNREAD_COUNTED)}) unread)`;

export async function listNotifications(db: Db, userId: string, before: string | undefined, limit: number) {
  const { rows } = await db.execute<NotificationRow>(sql`${PREPARED}
    select ${COLUMNS} from notifications where user_id = ${userId} ${before ? sql`and id < ${before}` : sql``}
     order by id desc limit ${limit}`);
  return rows;
}

export async function countUnread(db: Db, userId: string) {
  const { rows } = await db.execute<{ unreadCount: number }>(sql`${PREPARED}
    select ${unreadOf(sql`${userId}`)} as "unreadCount"`);
  return rows[0]?.unreadCount ?? 0;
}

/** Returns whether the notification exists. Keeps the time it was first read. */
export async function updateRead(db: Db, userId: string, id: string) {
  const { rowCount } = await db.execute(sql`
    with marked as (update notifications set read_at = now()
                     where id = ${id} and user_id = ${userId} and read_at is null)
    select from notifications where id = ${id} and user_id = ${userId}`);
  return Boolean(rowCount);
}

export const updateAllRead = (db: Db, userId: string) =>
  db.execute(sql`update notifications set read_at = now() where user_id = ${userId} and read_at is null`);

/** Ids start with their time: the primary key finds old ones, and `notifications_read` those that were read. */
export async function deleteOldNotifications(db: Db) {
  const deleteWhere = (condition: SQL) =>
    deleteInPortions(() =>
      db.execute(sql`
        delete from notifications where id in (
          select id from notifications where ${condition} order by id limit ${PORTION} for update skip locked)`),
    );
  await deleteWhere(sql`id < ${firstIdAt(endOfRetention('unreadNotifications'))}`);
  await deleteWhere(sql`id < ${firstIdAt(endOfRetention('readNotifications'))} and read_at is not null`);
}

type ListenerUpdate = { place: number; items: NotificationRow[]; unreadCount: number };

/**
 * What each of these listeners has not been sent, in one query for all. A snapshot is the database's own record of
 * which transactions were visible, so that nothing is missed or sent twice, however late a transaction commits. A
 * listener without a snapshot gets updates from now on; a new one gets a row even without new notifications. Of more
 * than `limit` a listener gets the latest.
 */
export async function findNewNotifications(
  db: Db,
  listeners: readonly { userId: string; since: string | null; isNew: boolean }[],
  limit: number,
) {
  const userIds = sql.param(listeners.map(({ userId }) => userId));
  const snapshots = sql.param(listeners.map(({ since }) => since));
  const areNew = sql.param(listeners.map(({ isNew }) => isNew));
  const { rows } = await db.execute<{ snapshot: string; updates: ListenerUpdate[] }>(sql`${PREPARED}
    select pg_current_snapshot()::text as snapshot, coalesce(json_agg(updates), '[]') as updates
      from (select listener.place, coalesce(new_notifications.items, '[]') as items,
                   ${unreadOf(sql`listener.user_id`)} as "unreadCount"
              from unnest(${userIds}::uuid[], ${snapshots}::pg_snapshot[], ${areNew}::boolean[])
                   with ordinality as listener (user_id, since, is_new, place)
             cross join lateral (
               select json_agg(${AS_JSON} order by id) as items
                 from (select * from notifications where user_id = listener.user_id
                        order by id desc limit ${limit}) latest
                where pg_visible_in_snapshot(created_xid, pg_current_snapshot())
                  and not pg_visible_in_snapshot(created_xid, listener.since)) new_notifications
             where listener.is_new or new_notifications.items is not null) updates`);
  return rows[0] ?? { snapshot: null, updates: [] };
}

/** invalid_text_representation */
const INVALID_TEXT = '22P02';

/** Only the database can validate its format; an invalid one from a client must not fail the query above. */
export async function isSnapshot(db: Db, text: string) {
  return db.execute(sql`select ${text}::pg_snapshot`).then(
    () => true,
    (error) => {
      if (hasSqlState(error, INVALID_TEXT)) return false;
      throw error;
    },
  );
}
