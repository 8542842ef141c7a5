import { and, desc, eq, isNotNull, isNull, like, lt, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { escapeLike } from '#platform/database/like.ts';
import { newsletterSubscribers as subscribers } from './schema.ts';

const IS_SUBSCRIBED = and(isNotNull(subscribers.confirmedAt), isNull(subscribers.unsubscribedAt));

type SubscriberFilter = { q?: string; after?: string; limit: number };

/** Newest first, keyset pagination: ids are time-ordered (UUIDv7). Prefix matches are found first, then sorted. */
export const listSubscribers = (db: Db, { q, after, limit }: SubscriberFilter) =>
  db
    .select({ id: subscribers.id, email: subscribers.email, createdAt: subscribers.createdAt })
    .from(subscribers)
    .where(
      and(
        IS_SUBSCRIBED,
        q ? like(subscribers.email, `${escapeLike(q)}%`) : undefined,
        after ? lt(subscribers.id, after) : undefined,
      ),
    )
    .orderBy(desc(subscribers.id))
    .limit(limit);

/** Returns whether the address was still subscribed. */
export async function updateUnsubscribed(tx: Db, id: string) {
  const { rowCount } = await tx
    .update(subscribers)
    .set({ unsubscribedAt: sql`now()` })
    .where(and(eq(subscribers.id, id), IS_SUBSCRIBED));
  return rowCount === 1;
}
