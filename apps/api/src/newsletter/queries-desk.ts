import { and, desc, eq, isNotNull, isNull, like, lt, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { escaped } from '#platform/like.ts';
import { newsletterSubscribers as subscribers } from './schema.ts';

/** Who has confirmed their address, and not left. */
const ON_THE_LIST = and(isNotNull(subscribers.confirmedAt), isNull(subscribers.unsubscribedAt));

type Wish = { q?: string; after?: string; limit: number };

/** Newest first: ids begin with their time. Who begins so is found first, and then put in order. */
export const listSubscribers = (db: Db, { q, after, limit }: Wish) =>
  db
    .select({ id: subscribers.id, email: subscribers.email, createdAt: subscribers.createdAt })
    .from(subscribers)
    .where(
      and(
        ON_THE_LIST,
        q ? like(subscribers.email, `${escaped(q)}%`) : undefined,
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
    .where(and(eq(subscribers.id, id), ON_THE_LIST));
  return rowCount === 1;
}
