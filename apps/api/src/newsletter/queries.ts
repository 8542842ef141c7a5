import { NEWSLETTER_LINK_DAYS } from '@shop/contracts/newsletter/constants';
import type { Db } from '#platform/database/db.ts';
import { bool, text, timestamp, uuid } from '#platform/database/row.ts';
import { count, first, sql } from '#platform/database/sql.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

const LINK_LIFETIME = sql`make_interval(days => ${NEWSLETTER_LINK_DAYS})`;
const IS_SUBSCRIBED = sql`(confirmed_at is not null and unsubscribed_at is null)`;

/** No row for an address submitted within the last hour, so that the form cannot flood an inbox. */
export const insertSubscriber = (email: string, confirmHash: string) =>
  first('newsletter.insert', { token: uuid, isSubscribed: bool, expiresAt: timestamp })`
    insert into newsletter_subscribers as s (email, confirm_hash) values (${email}, ${confirmHash})
        on conflict (email) do update set requested_at = now(), confirm_hash = excluded.confirm_hash
           where s.requested_at < now() - interval '1 hour' or s.unsubscribed_at > s.requested_at
    returning token, ${IS_SUBSCRIBED} as is_subscribed, requested_at + ${LINK_LIFETIME} as expires_at`;

/** The row of a confirmation link. Links of the release before have the token, and work for a first subscription. */
const isConfirmedBy = (secret: string, hash: string) => sql`
  (confirm_hash = ${hash} or (confirm_hash is null and confirmed_at is null and token = ${secret}))`;

/** The address and token, if this confirmed it. A request from before the unsubscription is invalid. */
export const updateConfirmed = (secret: string, hash: string) =>
  first('newsletter.confirm', { email: text, token: uuid })`
    update newsletter_subscribers set confirmed_at = now(), unsubscribed_at = null
     where ${isConfirmedBy(secret, hash)} and not ${IS_SUBSCRIBED} and requested_at > now() - ${LINK_LIFETIME}
       and requested_at > coalesce(unsubscribed_at, '-infinity')
    returning email, token`;

/** One row if the link is of an active subscription. */
export const isSubscribed = (confirmHash: string) =>
  count('newsletter.isSubscribed')`
    select from newsletter_subscribers where confirm_hash = ${confirmHash} and ${IS_SUBSCRIBED}`;

export const findEmailByToken = (token: string) =>
  first('newsletter.findByToken', { email: text })`select email from newsletter_subscribers where token = ${token}`;

export const updateUnsubscribed = (email: string) =>
  count('newsletter.unsubscribe')`
    update newsletter_subscribers set unsubscribed_at = now() where email = ${email} and unsubscribed_at is null`;

export const deleteUnconfirmed = (db: Db) =>
  deleteInPortions(() =>
    db.run(count('newsletter.deleteUnconfirmed')`
      delete from newsletter_subscribers where id in (
        select id from newsletter_subscribers
         where confirmed_at is null and requested_at < ${endOfRetention('unconfirmedSubscribers')}
         order by requested_at limit ${PORTION} for update skip locked)`),
  );
