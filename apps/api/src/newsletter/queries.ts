import { NEWSLETTER_LINK_DAYS } from '@shop/contracts/newsletter/constants';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

const LINK_LIFETIME = sql`make_interval(days => ${NEWSLETTER_LINK_DAYS})`;
const IS_SUBSCRIBED = sql`(confirmed_at is not null and unsubscribed_at is null)`;

type SubscriptionRow = { token: string; isSubscribed: boolean; expiresAt: string };

/** Returns undefined for an address submitted within the last hour, so that the form cannot flood an inbox. */
export async function insertSubscriber(tx: Db, email: string) {
  const { rows } = await tx.execute<SubscriptionRow>(sql`
    insert into newsletter_subscribers as s (email) values (${email})
        on conflict (email) do update set requested_at = now()
           where s.requested_at < now() - interval '1 hour' or s.unsubscribed_at > s.requested_at
    returning token, ${IS_SUBSCRIBED} as "isSubscribed", to_json(requested_at + ${LINK_LIFETIME}) as "expiresAt"`);
  return rows[0];
}

/** Returns the email address if this call confirmed it. A request from before the unsubscription is invalid. */
export async function updateConfirmed(tx: Db, token: string) {
  const { rows } = await tx.execute<{ email: string }>(sql`
    update newsletter_subscribers set confirmed_at = now(), unsubscribed_at = null
     where token = ${token} and not ${IS_SUBSCRIBED} and requested_at > now() - ${LINK_LIFETIME}
       and requested_at > coalesce(unsubscribed_at, '-infinity')
    returning email`);
  return rows[0]?.email;
}

export async function isSubscribed(db: Db, token: string) {
  const { rowCount } = await db.execute(
    sql`select from newsletter_subscribers where token = ${token} and ${IS_SUBSCRIBED}`,
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
