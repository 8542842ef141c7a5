import type { Permission } from '@shop/contracts/common/permissions';
import { marketingToken } from '#identity/service.ts';
import { areBulkEmailsWaiting, queueEmails } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { canStill } from '#platform/http/active-user.ts';
import { enqueue } from '#platform/queue/queue.ts';
import {
  listSubscribed,
  listSubscribers,
  lockAccountsWith,
  lockScheduledCampaign,
  lockSendingCampaign,
  type SendingCampaign,
  takeCustomers,
  tryLockCampaigns,
  updateProgress,
} from './batch-queries.ts';
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
