import type { Db } from '#db.ts';
import { newsletterSubscribers } from './schema.ts';

/** Who is already on the list stays on it, with the date they came. */
export const insertSubscriber = (db: Db, email: string) =>
  db.insert(newsletterSubscribers).values({ email }).onConflictDoNothing();
