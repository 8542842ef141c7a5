import { z } from 'zod';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, number, oneOf, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import {
  all,
  assignments,
  columnsOf,
  count,
  type Fragment,
  first,
  join,
  one,
  raw,
  rowsOf,
  sql,
} from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { ABOUT_ORDERS, BUDGETS, BULK_PRIORITY, type Budget, KINDS_OF_BUDGET } from './rules.ts';

export type EmailValues = {
  kind: string;
  /** The part before the @; the mailer appends the domain. */
  messageId: string;
  toEmail: string;
  userId?: string | null;
  orderId?: string | null;
  unsolicited?: boolean;
  subject: string;
  payload: object;
};

/** Returns only the new rows: an existing Message-ID is skipped. */
export const insertEmails = (emails: EmailValues[]) =>
  all('mail.insertEmails', { id: uuid })`
    insert into email_messages ${rowsOf(
      emails.map(({ userId = null, orderId = null, unsolicited = false, ...email }) => ({
        ...email,
        userId,
        orderId,
        unsolicited,
      })),
    )}
        on conflict (message_id) do nothing returning id`;

type NewEmail = EmailValues & { id: string };

/** For an event that happens once. Fails if its Message-ID exists. */
export const insertEmail = ({ id, messageId, kind, toEmail, userId, orderId, subject, payload }: NewEmail) =>
  count('mail.insertEmail')`
    insert into email_messages (id, message_id, kind, to_email, user_id, order_id, subject, payload)
    values (${id}, ${messageId}, ${kind}, ${toEmail}, ${userId ?? null}, ${orderId ?? null}, ${subject}, ${payload}::jsonb)`;

/** One row if it exists. */
export const hasEmail = (messageId: string) =>
  count('mail.hasEmail')`select from email_messages where message_id = ${messageId}`;

const STATUSES = ['queued', 'sent', 'failed', 'skipped'] as const;

const email = {
  id: uuid,
  messageId: text,
  kind: text,
  toEmail: text,
  userId: orNull(uuid),
  orderId: orNull(uuid),
  subject: text,
  payload: json(z.record(z.string(), z.unknown())),
  status: oneOf(STATUSES),
  attempts: number,
  createdAt: timestamp,
};

export const findEmail = (id: string) =>
  first('mail.findEmail', email)`select ${columnsOf(email)} from email_messages where id = ${id}`;

/** The versions of the links that an email about this order can have. */
export const findLinkVersions = (orderId: string) =>
  first('mail.findLinkVersions', { orderLinkVersion: number, giftLinkVersion: number })`
    select order_link_version, gift_link_version from orders where id = ${orderId}`;

const store = { name: text, contactEmail: orNull(text), seller: json(z.array(z.string())) };
export type Store = Row<typeof store>;

/** The name is in the sender, the header and the texts of every email; `seller` is legal name and postal address. */
export const findStore = () =>
  first('mail.findStore', store)`
    select store_name as name, contact_email,
           to_json(array_remove(array[legal_name, address_line1, address_line2,
             concat_ws(', ', nullif(city, ''), nullif(region, ''), nullif(postal_code, '')), country], '')) as seller
      from store_settings`;

export const findOrderEmailChoice = (userId: string) =>
  first('mail.findOrderEmailChoice', { wantsOrderEmails: bool })`
    select wants_order_emails from users where id = ${userId}`;

/** Those of these emails that are not skipped when their turn comes, because the customer wants none about orders. */
export const countWanted = (ids: string[]) =>
  one('mail.countWanted', { count: number })`
    select count(*) from email_messages m left join users u on u.id = m.user_id
     where m.id = any (${ids}::uuid[])
       and (m.kind <> all (${ABOUT_ORDERS}::text[]) or u.wants_order_emails)`;

const campaign = { title: text, message: text, link: orNull(text) };
export type CampaignText = Row<typeof campaign>;

export const findCampaign = (id: string) =>
  first('mail.findCampaign', campaign)`select title, message, link from campaigns where id = ${id}`;

type CampaignEmail = {
  campaignId: string;
  recipient: 'customer' | 'subscriber' | 'test';
  userId: string | null;
  toEmail: string;
};

/** One row unless the campaign was stopped, or the recipient has withdrawn the consent. */
export function isCampaignWanted({ campaignId, recipient, userId, toEmail }: CampaignEmail) {
  const consent = {
    customer: sql`exists (select from users where id = ${userId} and email = ${toEmail} and wants_marketing)`,
    subscriber: sql`exists (select from newsletter_subscribers
                             where email = ${toEmail} and confirmed_at is not null and unsubscribed_at is null)`,
    test: sql`true`,
  };
  return count('mail.isCampaignWanted')`
    select from campaigns
     where id = ${campaignId} and (state <> 'stopped' or ${recipient === 'test'}) and ${consent[recipient]}`;
}

/** One row if it is the confirmed address of the account. */
export const isConfirmedRecipient = (userId: string, toEmail: string) =>
  count('mail.isConfirmedRecipient')`
    select from users where id = ${userId} and email = ${toEmail} and email_verified`;

/** One row if the account is a guest. */
export const isGuest = (userId: string) =>
  count('mail.isGuest')`select from users where id = ${userId} and guest_email is not null`;

export type SendResult = {
  status: (typeof STATUSES)[number];
  attempts?: number;
  lastError?: string;
  sentAt?: Date;
};

/** Removes the token, which grants access to an account, once no further attempt needs it. */
export const updateEmail = (id: string, result: SendResult) =>
  count('mail.updateEmail')`
    update email_messages
       set ${assignments({ ...result, payload: result.status === 'queued' ? undefined : sql`payload - 'token'` })}
     where id = ${id}`;

export const deleteEmail = (id: string) => count('mail.deleteEmail')`delete from email_messages where id = ${id}`;

export type Recipient = { id: string; verifiedEmail: string | null };

/** Also those to the recipient of a gift, who has no account. */
export function deleteEmailsOf({ id, verifiedEmail }: Recipient) {
  const isTheirs = join(
    [
      sql`user_id = ${id}`,
      sql`order_id in (select id from orders where user_id = ${id})`,
      verifiedEmail !== null && sql`to_email = ${verifiedEmail}`,
    ],
    raw(' or '),
  );
  return all('mail.deleteEmailsOf', { id: uuid })`delete from email_messages where ${isTheirs} returning id`;
}

export const deleteOldEmails = (db: Db) =>
  deleteInPortions(() =>
    db.run(count('mail.deleteOldEmails')`
      delete from email_messages where id in (
        select id from email_messages where id < ${firstIdAt(endOfRetention('emails'))}
         order by id limit ${PORTION} for update skip locked)`),
  );

/** One for each inbox. A hash, because it is kept when the account of an email, and the email, are deleted. */
const recipientOf = (address: Fragment) => sql`sha256(convert_to(recipient_key(${address}), 'UTF8'))`;
const isTagged = (address: Fragment) => sql`(lower(${address}) <> recipient_key(${address}))`;

/** Counts these emails, as far as they are unsolicited. */
export const insertUnsolicited = (ids: string[]) =>
  count('mail.insertUnsolicited')`
    insert into unsolicited_emails (recipient, tagged, kind, user_id)
    select ${recipientOf(sql`to_email`)}, ${isTagged(sql`to_email`)}, kind, user_id
      from email_messages where id = any (${ids}::uuid[]) and unsolicited`;

/** Older ones are not counted. */
export const deleteOldUnsolicited = (db: Db) =>
  deleteInPortions(() =>
    db.run(count('mail.deleteOldUnsolicited')`
      delete from unsolicited_emails where id in (
        select id from unsolicited_emails where created_at < ${endOfRetention('unsolicitedEmails')}
         order by created_at limit ${PORTION} for update skip locked)`),
  );

/** Whether an address can receive another email of this budget; `asker`: the account or guest that asks. */
export function isUnderLimit(address: Fragment, budget: Budget, asker?: string) {
  const { all: ofAll, each } = BUDGETS[budget];
  const counted = budget === 'account' ? sql`and tagged = ${isTagged(address)}` : undefined;
  const sent = (most: number, more?: Fragment) => sql`
    (select count(*) < ${most}
       from (select from unsolicited_emails
              where recipient = ${recipientOf(address)} and created_at > ${endOfRetention('unsolicitedEmails')}
                and kind = any (${KINDS_OF_BUDGET[budget]}::text[]) ${counted} ${more}
              limit ${most}) sent)`;
  if (each === undefined) return sent(ofAll);
  return sql`(${sent(ofAll)} and ${sent(each, sql`and user_id = ${asker ?? null}::uuid`)})`;
}

const lockRecipients = (emails: string[]) =>
  count('mail.lockRecipients')`
    select from (select distinct recipient_key(email) as key from unnest(${emails}::text[]) email order by 1) keys,
                lateral pg_advisory_xact_lock(hashtextextended('mail:' || key, 0))`;

const listUnderLimit = (emails: string[], budget: Budget, asker?: string) =>
  all('mail.listUnderLimit', { email: text })`
    select distinct on (recipient_key(email)) email from unnest(${emails}::text[]) email
     where ${isUnderLimit(sql`email`, budget, asker)}`;

/**
 * The addresses whose budget is not used up, one for each inbox. Locked until the transaction ends, so that concurrent
 * requests are counted one after the other.
 */
export async function lockRecipientsUnderLimit(tx: Db, emails: string[], budget: Budget, asker?: string) {
  await tx.run(lockRecipients(emails));
  const rows = await tx.run(listUnderLimit(emails, budget, asker));
  return new Set(rows.map((row) => row.email));
}

const countWaitingBulk = (limit: number) =>
  one('mail.countWaitingBulk', { waiting: number })`
    select count(*) as waiting
      from (select from graphile_worker._private_jobs
             where priority = ${BULK_PRIORITY}::smallint and is_available = true limit ${limit}) jobs`;

/** Whether this many bulk emails wait to be sent, or sent again. Reads no more than these, in the queue's index. */
export async function areBulkEmailsWaiting(tx: Db, many: number) {
  const { waiting } = await tx.run(countWaitingBulk(many));
  return waiting >= many;
}

/** Cap of the backoff: after an outage of ten minutes, the mail server has all emails five minutes later. */
const MAX_RETRY_DELAY = sql`greatest(interval '3 minutes', (now() - waiting.created_at) / 3)`;

/** The queue's exponential backoff grows to hours, which is too long for emails. */
export const capEmailRetryDelay = () =>
  count('mail.capRetryDelay')`
    select from graphile_worker.jobs waiting,
           lateral graphile_worker.reschedule_jobs(array[waiting.id], run_at => now() + ${MAX_RETRY_DELAY})
     where waiting.task_identifier = 'send_email' and waiting.run_at > now() + ${MAX_RETRY_DELAY}`;
