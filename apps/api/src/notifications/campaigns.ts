import { campaignMessages } from '@shop/contracts/notifications/admin-messages';
import { CAMPAIGNS_SHOWN, type Campaign, type NewCampaign } from '@shop/contracts/notifications/admin-schema';
import { record } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { paginate } from '#platform/http/paging.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { toIso } from '#platform/timestamps.ts';
import {
  findCampaign,
  findUnfinishedCampaign,
  insertBatch,
  insertCampaign,
  listCampaigns,
  tryLockCampaigns,
  updateProgress,
} from './campaign-queries.ts';

/** Recipients per transaction: few enough that nothing else waits for it. */
export const BATCH = 2_000;

export async function startCampaign(
  tx: Db,
  actor: { id: string; requestId: string },
  input: NewCampaign,
): Promise<Campaign> {
  const campaign = await insertCampaign(tx, { ...input, createdBy: actor.id });
  await record(tx, actor, {
    action: 'campaign.start',
    entity: 'campaign',
    entityId: campaign.id,
    before: null,
    after: input,
  });
  await enqueue(tx, 'send_campaigns', {});
  return toCampaign(campaign);
}

export async function browseCampaigns(db: Db, after?: string) {
  const { items, next } = paginate(await listCampaigns(db, { limit: CAMPAIGNS_SHOWN + 1, after }), CAMPAIGNS_SHOWN);
  return { campaigns: items.map(toCampaign), next };
}

export async function getCampaign(db: Db, id: string) {
  const campaign = await findCampaign(db, id);
  if (!campaign) throw new DomainError('not_found', 'campaign_not_found', campaignMessages.notFound);
  return toCampaign(campaign);
}

/**
 * Notifies the next recipients of the oldest unfinished campaign, saves the progress and enqueues the next batch, in
 * one transaction: if a worker dies, the next one continues after the last committed batch.
 */
export async function sendNextBatch(db: Db) {
  await db.transaction(async (tx) => {
    if (!(await tryLockCampaigns(tx))) return;
    const id = await findUnfinishedCampaign(tx);
    if (!id) return;

    const batch = await insertBatch(tx, id, BATCH);
    await updateProgress(tx, id, batch, batch.found < BATCH);
    await enqueue(tx, 'send_campaigns', {});
  });
}

const toCampaign = ({ createdAt, finishedAt, ...campaign }: Awaited<ReturnType<typeof insertCampaign>>): Campaign => ({
  ...campaign,
  createdAt: toIso(createdAt),
  finishedAt: finishedAt && toIso(finishedAt),
});
