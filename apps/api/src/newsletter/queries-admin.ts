import { and, desc, eq, isNotNull, isNull, like, lt, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { escapeLike } from '#platform/like.ts';
import { newsletterSubscribers as subscribers } from './schema.ts';

/** Who has confirmed their address, and not left. */
const IS_SUBSCRIBED = and(isNotNull(subscribers.confirmedAt), isNull(subscribers.unsubscribedAt));

type SubscriberFilter = { q?: string; after?: string; limit: number };

/** Newest first: ids begin with their time. Who begins so is found first, and then put in order. */
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

/** Says whether they were still on it. */
export async function updateUnsubscribed(tx: Db, id: string) {
  const { rowCount } = await tx
    .update(subscribers)
    .set({ unsubscribedAt: sql`now()` })
    .where(and(eq(subscribers.id, id), IS_SUBSCRIBED));
  return rowCount === 1;
}
