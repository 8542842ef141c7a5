import { NEWSLETTER_LINK_DAYS } from '@shop/contracts/newsletter/constants';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

const LINK_LIFETIME = sql`make_interval(days => ${NEWSLETTER_LINK_DAYS})`;
const IS_SUBSCRIBED = sql`(confirmed_at is not null and unsubscribed_at is null)`;

type SubscriptionRow = { token: string; isSubscribed: boolean; expiresAt: string };

/** Returns undefined for an address submitted within the last hour, so that the form cannot flood an inbox. */
export async function insertSubscriber(tx: Db, email: string, confirmHash: string) {
  const { rows } = await tx.execute<SubscriptionRow>(sql`
    insert into newsletter_subscribers as s (email, confirm_hash) values (${email}, ${confirmHash})
        on conflict (email) do update set requested_at = now(), confirm_hash = excluded.confirm_hash
           where s.requested_at < now() - interval '1 hour' or s.unsubscribed_at > s.requested_at
    returning token, ${IS_SUBSCRIBED} as "isSubscribed", to_json(requested_at + ${LINK_LIFETIME}) as "expiresAt"`);
  return rows[0];
}

/** The row of a confirmation link. Links of the release before have the token, and work for a first subscription. */
const isConfirmedBy = (secret: string, hash: string) => sql`
  (confirm_hash = ${hash} or (confirm_hash is null and confirmed_at is null and token = ${secret}))`;

/** Returns address and token if this call confirmed it. A request from before the unsubscription is invalid. */
export async function updateConfirmed(tx: Db, secret: string, hash: string) {
  const { rows } = await tx.execute<{ email: string; token: string }>(sql`
    update newsletter_subscribers set confirmed_at = now(), unsubscribed_at = null
     where ${isConfirmedBy(secret, hash)} and not ${IS_SUBSCRIBED} and requested_at > now() - ${LINK_LIFETIME}
       and requested_at > coalesce(unsubscribed_at, '-infinity')
    returning email, token`);
  return rows[0];
}

export async function isSubscribed(db: Db, confirmHash: string) {
  const { rowCount } = await db.execute(
    sql`select from newsletter_subscribers where confirm_hash = ${confirmHash} and ${IS_SUBSCRIBED}`,
  );
  return rowCount === 1;
}

export async function findEmailByToken(db: Db, token: string) {
  const { rows } = await db.execute<{ email: string }>(
    sql`select email from newsletter_subscribers where token = ${token}`,
  );
  return rows[0]?.email;
}

export const updateUnsubscribed = (tx: Db, email: string) =>
  tx.execute(sql`
    update newsletter_subscribers set unsubscribed_at = now() where email = ${email} and unsubscribed_at is null`);

export const deleteUnconfirmed = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from newsletter_subscribers where id in (
        select id from newsletter_subscribers
         where confirmed_at is null and requested_at < ${endOfRetention('unconfirmedSubscribers')}
         order by requested_at limit ${PORTION} for update skip locked)`),
  );
