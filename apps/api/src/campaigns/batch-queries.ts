import { CAMPAIGN_AUDIENCES, CAMPAIGN_CHANNELS, CAMPAIGN_STATES } from '@shop/contracts/campaigns/constants';
import { z } from 'zod';
import { bool, json, list, number, oneOf, orNull, type Row, text, uuid } from '#platform/database/row.ts';
import { all, assignments, count, first, one, sql } from '#platform/database/sql.ts';

/** Held until the transaction ends: only one worker at a time sends campaigns, and the others do not wait for it. */
export const tryLockCampaigns = () =>
  one('campaigns.tryLock', { isLocked: bool })`
    select pg_try_advisory_xact_lock(hashtextextended('campaigns', 0)) as is_locked`;

const scheduled = {
  id: uuid,
  state: oneOf(CAMPAIGN_STATES),
  startedBy: orNull(uuid),
  audience: oneOf(CAMPAIGN_AUDIENCES),
  channels: list(oneOf(CAMPAIGN_CHANNELS)),
};
const sending = { ...scheduled, title: text, message: text, link: orNull(text), customersDone: bool };
export type SendingCampaign = Row<typeof sending>;

/** Those of earlier releases name only who created them. */
const STARTED_BY = sql`coalesce(started_by, created_by) as started_by`;

/** The oldest campaign being sent. Locked: it cannot be stopped in the middle of a batch. */
export const lockSendingCampaign = () =>
  first('campaigns.lockSending', sending)`
    select id, state, ${STARTED_BY}, audience, channels, title, message, link, customers_done
      from campaigns where state = 'sending' order by id limit 1 for no key update`;

/** Locked like `lockSendingCampaign`; no row if it is not scheduled for this time any more. */
export const lockScheduledCampaign = (id: string, scheduledAt: Date) =>
  first('campaigns.lockScheduled', scheduled)`
    select id, state, ${STARTED_BY}, audience, channels from campaigns
     where id = ${id} and state = 'scheduled' and scheduled_at = ${scheduledAt} for no key update`;

const FIRST = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

const customerBatch = {
  found: number,
  notified: number,
  lastId: orNull(uuid),
  /** Those with a confirmed email address. */
  confirmed: json(z.array(z.object({ id: z.string(), email: z.string() }))),
};
type NotificationText = { title: string; message: string; link: string | null };

/**
 * The next customers with marketing consent since before the campaign was started. Their rows are locked as the foreign
 * key would lock them, but before they are selected: a concurrent account deletion is waited for and its customer
 * skipped. Without `notification` they get none.
 */
export const takeCustomers = (campaignId: string, size: number, notification: NotificationText | null) =>
  one('campaigns.takeCustomers', customerBatch)`
    with campaign as (select * from campaigns where id = ${campaignId}),
         batch as materialized (
           select u.id, u.email, u.email_verified from users u
            where u.wants_marketing and u.deleted_at is null
              and u.id > (select coalesce(last_user_id, ${FIRST}) from campaign)
              and u.marketing_consent_at <= (select started_at from campaign)
            order by u.id limit ${size} for key share of u),
         notified as (
           insert into notifications (user_id, type, title, message, link, campaign_id)
           select batch.id, 'promotion', ${notification?.title ?? null}::text, ${notification?.message ?? null}::text,
                  ${notification?.link ?? null}::text, campaign.id
             from batch, campaign where ${notification !== null}
               on conflict (campaign_id, user_id) do nothing returning 1)
    select (select count(*) from batch) as found, (select count(*) from notified) as notified,
           (select id from batch order by id desc limit 1) as last_id,
           (select coalesce(json_agg(json_build_object('id', id, 'email', email) order by id), '[]')
              from batch where email_verified) as confirmed`;

/**
 * The next subscribers confirmed since before the campaign was started. Those who got it as customers are among them:
 * the Message-ID keeps an address from a second email, and a batch reads no more rows than its size.
 */
export const listSubscribers = (campaignId: string, size: number) =>
  all('campaigns.listSubscribers', { id: uuid, email: text, token: uuid })`
    with campaign as (select * from campaigns where id = ${campaignId})
    select s.id, s.email, s.token from newsletter_subscribers s
     where s.confirmed_at is not null and s.unsubscribed_at is null
       and s.id > (select coalesce(last_subscriber_id, ${FIRST}) from campaign)
       and s.confirmed_at <= (select started_at from campaign)
     order by s.id limit ${size}`;

/** Waits for deletions of the accounts with these addresses, and holds off others until the transaction ends. */
export const lockAccountsWith = (emails: string[]) =>
  count('campaigns.lockAccounts')`
    select from users where email = any (${emails}::text[]) order by id for key share`;

/** The ids of these subscribers who are still subscribed. */
export const listSubscribed = (ids: string[]) =>
  all('campaigns.listSubscribed', { id: uuid })`
    select id from newsletter_subscribers
     where id = any (${ids}::uuid[]) and confirmed_at is not null and unsubscribed_at is null`;

type Progress = {
  emails: number;
  notified: number;
  lastUserId?: string | null;
  lastSubscriberId?: string;
  next: 'continue' | 'subscribers' | 'end';
};

export function updateProgress(id: string, { emails, notified, lastUserId, lastSubscriberId, next }: Progress) {
  const change = {
    recipients: sql`recipients + ${notified}`,
    emails: sql`emails + ${emails}`,
    ...(lastUserId && { lastUserId }),
    ...(lastSubscriberId && { lastSubscriberId }),
    ...(next === 'subscribers' && { customersDone: true }),
    ...(next === 'end' && { state: 'sent', endedAt: sql`now()` }),
  };
  return count('campaigns.updateProgress')`update campaigns set ${assignments(change)} where id = ${id}`;
}
