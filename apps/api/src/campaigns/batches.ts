import { CAMPAIGN_AUDIENCES, CAMPAIGN_CHANNELS, CAMPAIGN_STATES } from '@shop/contracts/campaigns/constants';
import type { Permission } from '@shop/contracts/common/permissions';
import { z } from 'zod';
import { marketingToken } from '#identity/service.ts';
import { areBulkEmailsWaiting, queueEmails } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, list, number, oneOf, orNull, type Row, text, uuid } from '#platform/database/row.ts';
import { all, assignments, count, first, one, sql } from '#platform/database/sql.ts';
import { canStill } from '#platform/http/active-user.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { updateStarted } from './queries.ts';
import { countAudience } from './recipient-queries.ts';
import { nextStep, notificationText, recipientsOf } from './rules.ts';
import { stopWithoutPermission } from './sending.ts';

/** Recipients per transaction: few enough that nothing else waits for it. An email is a row and a job. */
export const NOTIFICATION_BATCH = 2_000;
export const EMAIL_BATCH = 500;
/**
 * No batch is added to this many waiting emails: a campaign that is stopped has few left to skip, and the queue stays
 * short for the tasks that scan it.
 */
export const MOST_WAITING = 2 * EMAIL_BATCH;
const WAIT_MS = 5_000;
const SENDING: Permission[] = ['promotions.write'];

/**
 * Sends to the next recipients of the oldest campaign being sent, saves the position and enqueues the next batch, in
 * one transaction: if a worker dies, the next one continues after the last committed batch. Consent is read here.
 */
export async function sendNextBatch(db: Db, authSecret: string) {
  await db.transaction(async (tx) => {
    if (!(await tx.run(tryLockCampaigns())).isLocked) return;
    const campaign = await tx.run(lockSendingCampaign());
    if (!campaign) return;
    if (!(await canStill(tx, campaign.startedBy, SENDING))) {
      await stopWithoutPermission(tx, campaign);
      await enqueue(tx, 'send_campaigns', {});
      return;
    }
    if (campaign.channels.includes('email') && (await areBulkEmailsWaiting(tx, MOST_WAITING))) {
      await enqueueLater(tx);
      return;
    }

    if (campaign.customersDone) await sendToSubscribers(tx, campaign);
    else await sendToCustomers(tx, campaign, authSecret);
    await enqueue(tx, 'send_campaigns', {});
  });
}

/** By key: the runs of every minute do not add up. */
const enqueueLater = (tx: Db) =>
  enqueue(
    tx,
    'send_campaigns',
    {},
    { key: 'send_campaigns_later', runAt: new Date(Date.now() + WAIT_MS).toISOString() },
  );

async function sendToCustomers(tx: Db, campaign: SendingCampaign, authSecret: string) {
  const { id, title, message, link, channels } = campaign;
  const byEmail = channels.includes('email');
  const size = byEmail ? EMAIL_BATCH : NOTIFICATION_BATCH;
  const notification = channels.includes('notification') ? { title, message: notificationText(message), link } : null;
  const { found, notified, lastId, confirmed } = await tx.run(takeCustomers(id, size, notification));
  const emails = await queueCampaign(
    tx,
    campaign,
    (byEmail ? confirmed : []).map((customer) => ({
      to: customer.email,
      userId: customer.id,
      recipient: 'customer',
      token: marketingToken(customer.id, authSecret),
    })),
  );
  const next = nextStep(campaign, found < size);
  await tx.run(updateProgress(id, { emails, notified, lastUserId: lastId, next }));
}

/** Accounts are locked before the subscribers are read again: an account deletion erases its subscription too. */
async function sendToSubscribers(tx: Db, campaign: SendingCampaign) {
  const candidates = await tx.run(listSubscribers(campaign.id, EMAIL_BATCH));
  await tx.run(lockAccountsWith(candidates.map(({ email }) => email)));
  const rows = await tx.run(listSubscribed(candidates.map(({ id }) => id)));
  const subscribed = new Set(rows.map(({ id }) => id));
  const emails = await queueCampaign(
    tx,
    campaign,
    candidates
      .filter(({ id }) => subscribed.has(id))
      .map(({ email, token }) => ({ to: email, recipient: 'subscriber', token })),
  );
  const next = nextStep(campaign, candidates.length < EMAIL_BATCH);
  const lastSubscriberId = candidates.at(-1)?.id;
  await tx.run(updateProgress(campaign.id, { emails, notified: 0, lastSubscriberId, next }));
}

type Recipient = { to: string; userId?: string; recipient: 'customer' | 'subscriber'; token: string };

/** The key allows one email of a campaign per address, ever. Addresses are stored in lower case. */
const queueCampaign = (tx: Db, { id, title }: SendingCampaign, recipients: Recipient[]) =>
  queueEmails(
    tx,
    recipients.map(({ to, userId, recipient, token }) => ({
      kind: 'campaign',
      to,
      userId,
      key: `${id}:${to}`,
      data: { campaignId: id, title, recipient, token },
    })),
  );

type Start = { campaignId: string; scheduledAt: Date };

/** The job of a schedule that was changed or stopped finds no campaign, and does nothing. */
export async function startScheduledCampaign(db: Db, { campaignId, scheduledAt }: Start) {
  await db.transaction(async (tx) => {
    const campaign = await tx.run(lockScheduledCampaign(campaignId, scheduledAt));
    if (!campaign) return;
    if (!(await canStill(tx, campaign.startedBy, SENDING))) {
      await stopWithoutPermission(tx, campaign);
      return;
    }
    const expected = recipientsOf(campaign, await tx.run(countAudience(campaign.audience)));
    await tx.run(updateStarted(campaign.id, expected, campaign.startedBy));
    await enqueue(tx, 'send_campaigns', {});
  });
}

/** Held until the transaction ends: only one worker at a time sends campaigns, and the others do not wait for it. */
const tryLockCampaigns = () =>
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
type SendingCampaign = Row<typeof sending>;

/** Those of earlier releases name only who created them. */
const STARTED_BY = sql`coalesce(started_by, created_by) as started_by`;

/** The oldest campaign being sent. Locked: it cannot be stopped in the middle of a batch. */
const lockSendingCampaign = () =>
  first('campaigns.lockSending', sending)`
    select id, state, ${STARTED_BY}, audience, channels, title, message, link, customers_done
      from campaigns where state = 'sending' order by id limit 1 for no key update`;

/** Locked like `lockSendingCampaign`; no row if it is not scheduled for this time any more. */
const lockScheduledCampaign = (id: string, scheduledAt: Date) =>
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
const takeCustomers = (campaignId: string, size: number, notification: NotificationText | null) =>
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
const listSubscribers = (campaignId: string, size: number) =>
  all('campaigns.listSubscribers', { id: uuid, email: text, token: uuid })`
    with campaign as (select * from campaigns where id = ${campaignId})
    select s.id, s.email, s.token from newsletter_subscribers s
     where s.confirmed_at is not null and s.unsubscribed_at is null
       and s.id > (select coalesce(last_subscriber_id, ${FIRST}) from campaign)
       and s.confirmed_at <= (select started_at from campaign)
     order by s.id limit ${size}`;

/** Waits for deletions of the accounts with these addresses, and holds off others until the transaction ends. */
const lockAccountsWith = (emails: string[]) =>
  count('campaigns.lockAccounts')`
    select from users where email = any (${emails}::text[]) order by id for key share`;

/** The ids of these subscribers who are still subscribed. */
const listSubscribed = (ids: string[]) =>
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

function updateProgress(id: string, { emails, notified, lastUserId, lastSubscriberId, next }: Progress) {
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
