import { and, desc, eq, isNull, like, lt, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { newsletterSubscribers as subscribers } from './schema.ts';

type Wish = { q?: string; after?: string; limit: number };

/** Newest first: ids begin with their time. Who begins so is found first, and then put in order. */
export const listSubscribers = (db: Db, { q, after, limit }: Wish) =>
  db
    .select({ id: subscribers.id, email: subscribers.email, createdAt: subscribers.createdAt })
    .from(subscribers)
    .where(
      and(
        isNull(subscribers.unsubscribedAt),
        q ? like(subscribers.email, `${escaped(q)}%`) : undefined,
        after ? lt(subscribers.id, after) : undefined,
      ),
    )
    .orderBy(desc(subscribers.id))
    .limit(limit);

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Says whether they were still on it. */
export async function updateUnsubscribed(tx: Db, id: string) {
  const { rowCount } = await tx
    .update(subscribers)
    .set({ unsubscribedAt: sql`now()` })
    .where(and(eq(subscribers.id, id), isNull(subscribers.unsubscribedAt)));
  return rowCount === 1;
}
