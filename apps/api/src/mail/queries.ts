import { eq, or, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { users } from '#identity/schema.ts';
import { mails } from './schema.ts';

/** Gives back the new ones: of a Message-ID there is one mail. */
export async function insertMails(tx: Db, rows: (typeof mails.$inferInsert)[]) {
  if (rows.length === 0) return [];
  return tx.insert(mails).values(rows).onConflictDoNothing({ target: mails.messageId }).returning({ id: mails.id });
}

export async function findMail(db: Db, id: string) {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id));
  return mail;
}

export async function wantsOrderMails(db: Db, userId: string | null) {
  if (!userId) return false;
  const [user] = await db.select({ wants: users.wantsOrderEmails }).from(users).where(eq(users.id, userId));
  return user?.wants ?? false;
}

export type Outcome = Pick<typeof mails.$inferInsert, 'state' | 'attempts' | 'lastError' | 'sentAt'>;

/** A mail that will not be tried again no longer needs what opens an account. */
export const updateMail = (db: Db, id: string, { state, ...outcome }: Outcome) =>
  db
    .update(mails)
    .set({ state, ...outcome, ...(state !== 'queued' && { payload: sql`${mails.payload} - 'token'` }) })
    .where(eq(mails.id, id));

export const deleteMail = (db: Db, id: string) => db.delete(mails).where(eq(mails.id, id));

export type Recipient = { id: string; verifiedEmail: string | null };

export const deleteMailsOf = (tx: Db, { id, verifiedEmail }: Recipient) =>
  tx
    .delete(mails)
    .where(or(eq(mails.userId, id), verifiedEmail === null ? undefined : eq(mails.toEmail, verifiedEmail)))
    .returning({ id: mails.id });

/** Ids begin with their time: the primary key finds what is old. */
export const deleteOldMails = (db: Db) =>
  db.delete(mails).where(
    sql`${mails.id} < (lpad(to_hex((extract(epoch from now() - interval '180 days') * 1000)::bigint), 12, '0')
                       || repeat('0', 20))::uuid`,
  );

/** The longest wait between two tries: a mail server that was away for ten minutes has all its mail five minutes later. */
const LONGEST_WAIT = sql`greatest(interval '3 minutes', (now() - waiting.created_at) / 3)`;

/** The queue waits longer and longer after each failure, up to hours. That is too long for mail. */
export const hurryMails = (db: Db) =>
  db.execute(sql`
    select from graphile_worker.jobs waiting,
           lateral graphile_worker.reschedule_jobs(array[waiting.id], run_at => now() + ${LONGEST_WAIT})
     where waiting.task_identifier = 'send_mail' and waiting.run_at > now() + ${LONGEST_WAIT}`);
