import { escapeLike } from '#platform/database/like.ts';
import { text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, count, sql } from '#platform/database/sql.ts';

const IS_SUBSCRIBED = sql`confirmed_at is not null and unsubscribed_at is null`;

type SubscriberFilter = { q?: string; after?: string; limit: number };

/** Newest first, keyset pagination: ids are time-ordered (UUIDv7). Prefix matches are found first, then sorted. */
export const listSubscribers = ({ q, after, limit }: SubscriberFilter) =>
  all('newsletter.list', { id: uuid, email: text, createdAt: timestamp })`
    select id, email, created_at from newsletter_subscribers
     where ${and(IS_SUBSCRIBED, q && sql`email like ${`${escapeLike(q)}%`}`, after && sql`id < ${after}`)}
     order by id desc limit ${limit}`;

/** Writes no row if the address is no longer subscribed. */
export const updateUnsubscribed = (id: string) =>
  count('newsletter.remove')`
    update newsletter_subscribers set unsubscribed_at = now() where id = ${id} and ${IS_SUBSCRIBED}`;
