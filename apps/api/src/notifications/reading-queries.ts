import { Notification, UNREAD_COUNTED } from '@shop/contracts/notifications/schema';
import { z } from 'zod';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { hasSqlState } from '#platform/database/errors.ts';
import { bool, json, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, one, raw, sql, when } from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

const notification = {
  id: uuid,
  userId: uuid,
  type: oneOf(Notification.shape.type.options),
  title: text,
  message: text,
  link: orNull(text),
  read: bool,
  createdAt: timestamp,
};
const AS_JSON = sql`json_build_object('id', id, 'userId', user_id, 'type', type, 'title', title, 'message', message,
                                      'link', link, 'read', read_at is not null, 'createdAt', created_at)`;

/** Counted only as far as the UI shows: a user who never reads them may have thousands. */
const unreadOf = (user: Fragment) => sql`
  (select count(*) from (select from notifications where user_id = ${user} and read_at is null
                          limit ${raw(`${UNREAD_COUNTED}`)}) unread)`;

export const listNotifications = (userId: string, before: string | undefined, limit: number) =>
  all('notifications.list', notification, { prepare: true })`
    select id, user_id, type, title, message, link, read_at is not null as read, created_at
      from notifications where user_id = ${userId} ${when(before, sql`and id < ${before}`)}
     order by id desc limit ${limit}`;

export const countUnread = (userId: string) =>
  one('notifications.countUnread', { unreadCount: number }, { prepare: true })`
    select ${unreadOf(sql`${userId}`)} as unread_count`;

/** One row if the notification exists. Keeps the time it was first read. */
export const updateRead = (userId: string, id: string) =>
  count('notifications.updateRead')`
    with marked as (update notifications set read_at = now()
                     where id = ${id} and user_id = ${userId} and read_at is null)
    select from notifications where id = ${id} and user_id = ${userId}`;

export const updateAllRead = (userId: string) =>
  count('notifications.updateAllRead')`
    update notifications set read_at = now() where user_id = ${userId} and read_at is null`;

/** Ids start with their time: the primary key finds old ones, and `notifications_read` those that were read. */
export async function deleteOldNotifications(db: Db) {
  const deleteWhere = (condition: Fragment) =>
    deleteInPortions(() =>
      db.run(count('notifications.deleteOld')`
        delete from notifications where id in (
          select id from notifications where ${condition} order by id limit ${PORTION} for update skip locked)`),
    );
  await deleteWhere(sql`id < ${firstIdAt(endOfRetention('unreadNotifications'))}`);
  await deleteWhere(sql`id < ${firstIdAt(endOfRetention('readNotifications'))} and read_at is not null`);
}

const Updates = z.array(
  z.object({
    place: z.number(),
    items: z.array(Notification.extend({ createdAt: z.string() })),
    unreadCount: z.number(),
  }),
);

type Listener = { userId: string; since: string | null; isNew: boolean };

/**
 * What each of these listeners has not been sent, in one query for all. A snapshot is the database's own record of
 * which transactions were visible, so that nothing is missed or sent twice, however late a transaction commits. A
 * listener without a snapshot gets updates from now on; a new one gets a row even without new notifications. Of more
 * than `limit` a listener gets the latest.
 */
export const findNewNotifications = (listeners: readonly Listener[], limit: number) =>
  one('notifications.findNew', { snapshot: text, updates: json(Updates) }, { prepare: true })`
    select pg_current_snapshot()::text as snapshot, coalesce(json_agg(updates), '[]') as updates
      from (select listener.place, coalesce(new_notifications.items, '[]') as items,
                   ${unreadOf(sql`listener.user_id`)} as "unreadCount"
              from unnest(${listeners.map(({ userId }) => userId)}::uuid[],
                          ${listeners.map(({ since }) => since)}::pg_snapshot[],
                          ${listeners.map(({ isNew }) => isNew)}::boolean[])
                   with ordinality as listener (user_id, since, is_new, place)
             cross join lateral (
               select json_agg(${AS_JSON} order by id) as items
                 from (select * from notifications where user_id = listener.user_id
                        order by id desc limit ${limit}) latest
                where pg_visible_in_snapshot(created_xid, pg_current_snapshot())
                  and not pg_visible_in_snapshot(created_xid, listener.since)) new_notifications
             where listener.is_new or new_notifications.items is not null) updates`;

/** invalid_text_representation */
const INVALID_TEXT = '22P02';

const parseSnapshot = (id: string) =>
  one('notifications.parseSnapshot', { snapshot: text })`select ${id}::pg_snapshot::text as snapshot`;

/** Only the database can validate its format; an invalid one from a client must not fail the query above. */
export const isSnapshot = (db: Db, id: string) =>
  db.run(parseSnapshot(id)).then(
    () => true,
    (error) => {
      if (hasSqlState(error, INVALID_TEXT)) return false;
      throw error;
    },
  );
