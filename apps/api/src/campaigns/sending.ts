import { type CampaignState, SENDABLE_STATES, STOPPABLE_STATES } from '@shop/contracts/campaigns/constants';
import { campaignMessages } from '@shop/contracts/campaigns/messages';
import type { Campaign, CampaignSchedule } from '@shop/contracts/campaigns/schema';
import { momentAt } from '@shop/contracts/common/days';
import { type AuditActor, record } from '#audit/service.ts';
import { marketingToken } from '#identity/service.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { toIso } from '#platform/timestamps.ts';
import { assertFound, toCampaign } from './manage.ts';
import {
  findCampaign,
  findTimeZone,
  lockCampaign,
  updateScheduled,
  updateStarted,
  updateStopped,
  updateUnscheduled,
} from './queries.ts';
import { countAudience } from './recipient-queries.ts';
import { assertRecipients, assertState, recipientsOf, type Target } from './rules.ts';

export async function startCampaign(tx: Db, actor: Actor, id: string): Promise<Campaign> {
  const { state, ...campaign } = assertFound(await tx.run(lockCampaign(id)));
  assertState(state, SENDABLE_STATES);
  const { emails, notifications } = await countRecipients(tx, campaign);
  const started = await tx.run(updateStarted(id, { emails, notifications }, actor.id));
  await record(tx, actor, {
    action: 'campaign.send',
    entity: 'campaign',
    entityId: id,
    before: { state },
    after: { state: started.state, emails, notifications },
  });
  await enqueue(tx, 'send_campaigns', {});
  return toCampaign(started);
}

/** For the dry runs: whom the campaign reaches, counted as when it starts. The batches themselves take minutes. */
export async function previewSending(db: Db, id: string) {
  const { state, ...campaign } = assertFound(await db.run(findCampaign(id)));
  assertState(state, SENDABLE_STATES);
  const { emails, notifications } = await countRecipients(db, campaign);
  recordEffect({ kind: 'email', count: emails });
  recordEffect({ kind: 'notification', count: notifications });
}

async function countRecipients(db: Db, target: Target) {
  const recipients = recipientsOf(target, await db.run(countAudience(target.audience)));
  assertRecipients(recipients);
  return recipients;
}

/** The payload of the job has the time, so that the job of a previous schedule does nothing. */
export async function scheduleCampaign(tx: Db, actor: Actor, id: string, { at }: CampaignSchedule): Promise<Campaign> {
  const { state, scheduledAt: before } = assertFound(await tx.run(lockCampaign(id)));
  assertState(state, SENDABLE_STATES);
  const scheduledAt = await momentOf(tx, at);
  const scheduled = await tx.run(updateScheduled(id, new Date(scheduledAt), actor.id));
  await record(tx, actor, {
    action: 'campaign.schedule',
    entity: 'campaign',
    entityId: id,
    before: { state, scheduledAt: before && toIso(before) },
    after: { state: scheduled.state, scheduledAt },
  });
  await enqueue(tx, 'start_campaign', { campaignId: id, scheduledAt }, { runAt: scheduledAt });
  return toCampaign(scheduled);
}

/** For the dry run: also rejects a time that the schedule would reject. */
export async function previewSchedule(db: Db, id: string, { at }: CampaignSchedule) {
  await previewSending(db, id);
  await momentOf(db, at);
}

/** As the panel computes the times of discount codes, on days when clocks change too. */
async function momentOf(db: Db, localTime: string) {
  const { timeZone } = await db.run(findTimeZone());
  const moment = momentAt(localTime, timeZone);
  if (moment > new Date()) return moment.toISOString();
  const message = campaignMessages.pastTime;
  throw new DomainError('invalid', 'time_in_past', message, { errors: [{ field: 'at', message }] });
}

/** Waits for the batch that is being sent. A scheduled campaign becomes a draft again. */
export async function stopCampaign(tx: Db, actor: Actor, id: string): Promise<Campaign> {
  const { state } = assertFound(await tx.run(lockCampaign(id)));
  assertState(state, STOPPABLE_STATES);
  return toCampaign(await stopLocked(tx, actor, { id, state }, { lostPermission: false }));
}

/** For the jobs: the user who sends or scheduled it may no longer do so. */
export const stopWithoutPermission = (tx: Db, campaign: Stoppable) =>
  stopLocked(tx, { id: null }, campaign, { lostPermission: true });

type Stoppable = { id: string; state: CampaignState };

async function stopLocked(tx: Db, by: AuditActor, { id, state }: Stoppable, why: { lostPermission: boolean }) {
  const stopped = await tx.run(state === 'scheduled' ? updateUnscheduled(id, why) : updateStopped(id, why));
  await record(tx, by, {
    action: 'campaign.stop',
    entity: 'campaign',
    entityId: id,
    before: { state },
    after: { state: stopped.state, emails: stopped.emails, notifications: stopped.notifications },
  });
  return stopped;
}

/** To the caller's own address, with an unsubscribe link of their own account. */
export async function sendTestEmail(tx: Db, actor: Actor, id: string, authSecret: string): Promise<Campaign> {
  const user = await lockActiveUser(tx, actor.id);
  const campaign = assertFound(await tx.run(findCampaign(id)));
  const { title } = campaign;
  const data = { campaignId: id, title, recipient: 'test', token: marketingToken(user.id, authSecret) } as const;
  await queueEmail(tx, { kind: 'campaign', to: user.email, userId: user.id, data });
  await record(tx, actor, {
    action: 'campaign.test',
    entity: 'campaign',
    entityId: id,
    before: null,
    after: { title, queued: true },
  });
  return toCampaign(campaign);
}
