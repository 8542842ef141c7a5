import { eq, or, type SQL, sql } from 'drizzle-orm';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { count } from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { ABOUT_ORDERS, BUDGETS, BULK_PRIORITY, type Budget, KINDS_OF_BUDGET } from './rules.ts';
import { emailMessages } from './schema.ts';

/** Returns only the new rows: an existing Message-ID is skipped. */
export async function insertEmails(tx: Db, rows: (typeof emailMessages.$inferInsert)[]) {
  if (rows.length === 0) return [];
  return tx
    .insert(emailMessages)
    .values(rows)
    .onConflictDoNothing({ target: emailMessages.messageId })
    .returning({ id: emailMessages.id });
}

type NewEmail = typeof emailMessages.$inferInsert & { id: string };

/** For an event that happens once. Fails if its Message-ID exists. */
export const insertEmail = ({ id, messageId, kind, toEmail, userId, orderId, subject, payload }: NewEmail) =>
  count('mail.insertEmail')`
    insert into email_messages (id, message_id, kind, to_email, user_id, order_id, subject, payload)
    values (${id}, ${messageId}, ${kind}, ${toEmail}, ${userId ?? null}, ${orderId ?? null}, ${subject}, ${JSON.stringify(payload)}::jsonb)`;

export async function hasEmail(db: Db, messageId: string) {
  const { rowCount } = await db.execute(sql`select from email_messages where message_id = ${messageId}`);
  return rowCount === 1;
}

export async function findEmail(db: Db, id: string) {
  const [message] = await db.select().from(emailMessages).where(eq(emailMessages.id, id));
  return message;
}

/** The links that an email about this order can have. */
export async function findLinkVersions(db: Db, orderId: string) {
  const { rows } = await db.execute<{ order: number; gift: number }>(sql`
    select order_link_version as "order", gift_link_version as gift from orders where id = ${orderId}`);
  return rows[0] && { order: { orderId, version: rows[0].order }, gift: { orderId, version: rows[0].gift } };
}

type Store = { name: string; contactEmail: string | null; seller: string[] };

/** The name is in the sender, the header and the texts of every email; `seller` is legal name and postal address. */
export async function findStore(db: Db) {
  const { rows } = await db.execute<Store>(sql`
    select store_name as name, contact_email as "contactEmail",
           to_json(array_remove(array[legal_name, address_line1, address_line2,
             concat_ws(', ', nullif(city, ''), nullif(region, ''), nullif(postal_code, '')), country], '')) as seller
      from store_settings`);
  return rows[0];
}

export async function wantsOrderEmails(db: Db, userId: string | null) {
  if (!userId) return false;
  const { rows } = await db.execute<{ wants: boolean }>(
    sql`select wants_order_emails as wants from users where id = ${userId}`,
  );
  return rows[0]?.wants ?? false;
}

/** Those of these emails that are not skipped when their turn comes, because the customer wants none about orders. */
export async function countWanted(tx: Db, ids: string[]) {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int from email_messages m left join users u on u.id = m.user_id
     where m.id = any (${sql.param(ids)}::uuid[])
       and (m.kind <> all (${sql.param(ABOUT_ORDERS)}::text[]) or u.wants_order_emails)`);
  return rows[0]?.count ?? 0;
}

export type CampaignText = { title: string; message: string; link: string | null };

export async function findCampaign(db: Db, id: string) {
  const { rows } = await db.execute<CampaignText>(sql`select title, message, link from campaigns where id = ${id}`);
  return rows[0];
}

type CampaignEmail = {
  campaignId: string;
  recipient: 'customer' | 'subscriber' | 'test';
  userId: string | null;
  toEmail: string;
};

/** Not after the campaign was stopped, nor after the recipient has withdrawn the consent. */
export async function isCampaignWanted(db: Db, { campaignId, recipient, userId, toEmail }: CampaignEmail) {
  const consent = {
    customer: sql`exists (select from users where id = ${userId} and email = ${toEmail} and wants_marketing)`,
    subscriber: sql`exists (select from newsletter_subscribers
                             where email = ${toEmail} and confirmed_at is not null and unsubscribed_at is null)`,
    test: sql`true`,
  };
  const { rows } = await db.execute(sql`
    select from campaigns
     where id = ${campaignId} and (state <> 'stopped' or ${recipient === 'test'}) and ${consent[recipient]}`);
  return rows.length > 0;
}

/** Whether the recipient is the confirmed address of the email's account. */
export async function isConfirmedRecipient(db: Db, { userId, toEmail }: { userId: string | null; toEmail: string }) {
  if (!userId) return false;
  const { rows } = await db.execute(
    sql`select from users where id = ${userId} and email = ${toEmail} and email_verified`,
  );
  return rows.length > 0;
}

export async function isGuest(db: Db, userId: string | null) {
  if (!userId) return false;
  const { rows } = await db.execute(sql`select from users where id = ${userId} and guest_email is not null`);
  return rows.length > 0;
}

export type SendResult = Pick<typeof emailMessages.$inferInsert, 'status' | 'attempts' | 'lastError' | 'sentAt'>;

/** Removes the token, which grants access to an account, once no further attempt needs it. */
export const updateEmail = (db: Db, id: string, { status, ...result }: SendResult) =>
  db
    .update(emailMessages)
    .set({ status, ...result, ...(status !== 'queued' && { payload: sql`${emailMessages.payload} - 'token'` }) })
    .where(eq(emailMessages.id, id));

export const deleteEmail = (db: Db, id: string) => db.delete(emailMessages).where(eq(emailMessages.id, id));

export type Recipient = { id: string; verifiedEmail: string | null };

export const deleteEmailsOf = (tx: Db, { id, verifiedEmail }: Recipient) =>
  tx
    .delete(emailMessages)
    .where(
      or(
        eq(emailMessages.userId, id),
        // To the recipient of a gift, who has no account.
        sql`${emailMessages.orderId} in (select id from orders where user_id = ${id})`,
        verifiedEmail === null ? undefined : eq(emailMessages.toEmail, verifiedEmail),
      ),
    )
    .returning({ id: emailMessages.id });

export const deleteOldEmails = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from email_messages where id in (
        select id from email_messages where id < ${firstIdAt(endOfRetention('emails'))}
         order by id limit ${PORTION} for update skip locked)`),
  );

/** One for each inbox. A hash, because it is kept when the account of an email, and the email, are deleted. */
const recipientOf = (email: SQL) => sql`sha256(convert_to(recipient_key(${email}), 'UTF8'))`;
const isTagged = (email: SQL) => sql`(lower(${email}) <> recipient_key(${email}))`;

/** Counts these emails, as far as they are unsolicited. */
export const insertUnsolicited = (tx: Db, ids: string[]) =>
  tx.execute(sql`
    insert into unsolicited_emails (recipient, tagged, kind, user_id)
    select ${recipientOf(sql`to_email`)}, ${isTagged(sql`to_email`)}, kind, user_id
      from email_messages where id = any (${sql.param(ids)}::uuid[]) and unsolicited`);

/** Older ones are not counted. */
export const deleteOldUnsolicited = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from unsolicited_emails where id in (
        select id from unsolicited_emails where created_at < ${endOfRetention('unsolicitedEmails')}
         order by created_at limit ${PORTION} for update skip locked)`),
  );

/** Whether an address can receive another email of this budget; `asker`: the account or guest that asks. */
export function isUnderLimit(email: SQL, budget: Budget, asker?: string) {
  const { all, each } = BUDGETS[budget];
  const counted = budget === 'account' ? sql`and tagged = ${isTagged(email)}` : sql``;
  const sent = (most: number, more = sql``) => sql`
    (select count(*) < ${most}
       from (select from unsolicited_emails
              where recipient = ${recipientOf(email)} and created_at > ${endOfRetention('unsolicitedEmails')}
                and kind = any (${sql.param(KINDS_OF_BUDGET[budget])}::text[]) ${counted} ${more}
              limit ${most}) sent)`;
  if (each === undefined) return sent(all);
  return sql`(${sent(all)} and ${sent(each, sql`and user_id = ${asker ?? null}::uuid`)})`;
}

/**
 * The addresses whose budget is not used up, one for each inbox. Locked until the transaction ends, so that concurrent
 * requests are counted one after the other.
 */
export async function lockRecipientsUnderLimit(tx: Db, emails: string[], budget: Budget, asker?: string) {
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('mail:' || key, 0))
      from (select distinct recipient_key(email) as key from unnest(${sql.param(emails)}::text[]) email order by 1) keys`);
  const { rows } = await tx.execute<{ email: string }>(sql`
    select distinct on (recipient_key(email)) email from unnest(${sql.param(emails)}::text[]) email
     where ${isUnderLimit(sql`email`, budget, asker)}`);
  return new Set(rows.map(({ email }) => email));
}

/** Whether this many bulk emails wait to be sent, or sent again. Reads no more than these, in the queue's index. */
export async function areBulkEmailsWaiting(tx: Db, many: number) {
  const { rows } = await tx.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting
      from (select from graphile_worker._private_jobs
             where priority = ${BULK_PRIORITY}::smallint and is_available = true limit ${many}) jobs`);
  return (rows[0]?.waiting ?? 0) >= many;
}

/** Cap of the backoff: after an outage of ten minutes, the mail server has all emails five minutes later. */
const MAX_RETRY_DELAY = sql`greatest(interval '3 minutes', (now() - waiting.created_at) / 3)`;

/** The queue's exponential backoff grows to hours, which is too long for emails. */
export const capEmailRetryDelay = (db: Db) =>
  db.execute(sql`
    select from graphile_worker.jobs waiting,
           lateral graphile_worker.reschedule_jobs(array[waiting.id], run_at => now() + ${MAX_RETRY_DELAY})
     where waiting.task_identifier = 'send_email' and waiting.run_at > now() + ${MAX_RETRY_DELAY}`);
