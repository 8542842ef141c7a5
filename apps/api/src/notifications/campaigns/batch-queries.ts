import { and, eq, sql } from 'drizzle-orm';
import { campaigns } from '#notifications/schema.ts';
import type { Db } from '#platform/database/db.ts';

/** Held until the transaction ends: only one worker at a time sends campaigns, and the others do not wait for it. */
export async function tryLockCampaigns(tx: Db) {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('campaigns', 0)) as mine`,
  );
  return rows[0]?.mine ?? false;
}

/** Those of earlier releases name only who created them. */
const STARTER = sql<string | null>`coalesce(${campaigns.startedBy}, ${campaigns.createdBy})`;

/** The oldest campaign being sent. Locked: it cannot be stopped in the middle of a batch. */
export async function lockSendingCampaign(tx: Db) {
  const { id, state, title, message, link, audience, channels, customersDone } = campaigns;
  const [oldest] = await tx
    .select({ id, state, startedBy: STARTER, title, message, link, audience, channels, customersDone })
    .from(campaigns)
    .where(eq(campaigns.state, 'sending'))
    .orderBy(campaigns.id)
    .limit(1)
    .for('no key update');
  return oldest;
}
export type SendingCampaign = NonNullable<Awaited<ReturnType<typeof lockSendingCampaign>>>;

/** Locked like `lockSendingCampaign`; undefined if it is not scheduled for this time any more. */
export async function lockScheduledCampaign(tx: Db, id: string, scheduledAt: Date) {
  const [campaign] = await tx
    .select({
      id: campaigns.id,
      state: campaigns.state,
      startedBy: STARTER,
      audience: campaigns.audience,
      channels: campaigns.channels,
    })
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.state, 'scheduled'), eq(campaigns.scheduledAt, scheduledAt)))
    .for('no key update');
  return campaign;
}

const FIRST = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

type CustomerBatch = {
  found: number;
  notified: number;
  lastId: string | null;
  /** Those with a confirmed email address. */
  confirmed: { id: string; email: string }[];
};
type NotificationText = { title: string; message: string; link: string | null };

/**
 * The next customers with marketing consent since before the campaign was started. Their rows are locked as the foreign
 * key would lock them, but before they are selected: a concurrent account deletion is waited for and its customer
 * skipped. Without `notification` they get none.
 */
export async function takeCustomers(tx: Db, campaignId: string, size: number, notification: NotificationText | null) {
  const { rows } = await tx.execute<CustomerBatch>(sql`
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
    select (select count(*) from batch)::int as found, (select count(*) from notified)::int as notified,
           (select id from batch order by id desc limit 1) as "lastId",
           (select coalesce(json_agg(json_build_object('id', id, 'email', email) order by id), '[]')
              from batch where email_verified) as confirmed`);
  const [batch] = rows;
  if (!batch) throw new Error('The batch returned no counts.');
  return batch;
}

type Subscriber = { id: string; email: string; token: string };

/**
 * The next subscribers confirmed since before the campaign was started. Those who got it as customers are among them:
 * the Message-ID keeps an address from a second email, and a batch reads no more rows than its size.
 */
export async function listSubscribers(tx: Db, campaignId: string, size: number) {
  const { rows } = await tx.execute<Subscriber>(sql`
    with campaign as (select * from campaigns where id = ${campaignId})
    select s.id, s.email, s.token from newsletter_subscribers s
     where s.confirmed_at is not null and s.unsubscribed_at is null
       and s.id > (select coalesce(last_subscriber_id, ${FIRST}) from campaign)
       and s.confirmed_at <= (select started_at from campaign)
     order by s.id limit ${size}`);
  return rows;
}

/** Waits for deletions of the accounts with these addresses, and holds off others until the transaction ends. */
export const lockAccountsWith = (tx: Db, emails: string[]) =>
  tx.execute(sql`select from users where email = any (${sql.param(emails)}::text[]) order by id for key share`);

/** The ids of these subscribers who are still subscribed. */
export async function listSubscribed(tx: Db, ids: string[]) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from newsletter_subscribers
     where id = any (${sql.param(ids)}::uuid[]) and confirmed_at is not null and unsubscribed_at is null`);
  return new Set(rows.map(({ id }) => id));
}

type Progress = {
  emails: number;
  notified: number;
  lastUserId?: string | null;
  lastSubscriberId?: string;
  next: 'continue' | 'subscribers' | 'end';
};

export const updateProgress = (tx: Db, id: string, progress: Progress) =>
  tx
    .update(campaigns)
    .set({
      recipients: sql`${campaigns.recipients} + ${progress.notified}`,
      emails: sql`${campaigns.emails} + ${progress.emails}`,
      ...(progress.lastUserId && { lastUserId: progress.lastUserId }),
      ...(progress.lastSubscriberId && { lastSubscriberId: progress.lastSubscriberId }),
      ...(progress.next === 'subscribers' && { customersDone: true }),
      ...(progress.next === 'end' && { state: 'sent' as const, endedAt: sql`now()` }),
    })
    .where(eq(campaigns.id, id));
