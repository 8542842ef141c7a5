import { CAMPAIGNS_SHOWN } from '@shop/contracts/campaigns/constants';
import { campaignMessages } from '@shop/contracts/campaigns/messages';
import type { Campaign, CampaignQuery, CampaignRecipients, NewCampaign } from '@shop/contracts/campaigns/schema';
import { record } from '#audit/service.ts';
import { previewCampaign } from '#mail/service.ts';
import { changesOf } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { toIso } from '#platform/timestamps.ts';
import { type CampaignRow, findCampaign, insertDraft, listCampaigns, lockCampaign, updateText } from './queries.ts';
import { countAudience } from './recipient-queries.ts';
import { assertState, recipientsOf } from './rules.ts';

export async function createCampaign(tx: Db, actor: Actor, input: NewCampaign): Promise<Campaign> {
  const campaign = await tx.run(insertDraft({ ...input, createdBy: actor.id }));
  await record(tx, actor, {
    action: 'campaign.create',
    entity: 'campaign',
    entityId: campaign.id,
    before: null,
    after: input,
  });
  return toCampaign(campaign);
}

/** Only a draft: recipients of one campaign all get the same text. */
export async function editCampaign(tx: Db, actor: Actor, id: string, input: NewCampaign): Promise<Campaign> {
  const campaign = assertFound(await tx.run(lockCampaign(id)));
  assertState(campaign.state, ['draft']);
  const { title, message, link, audience, channels } = campaign;
  const changes = changesOf<NewCampaign>({ title, message, link, audience, channels }, input);
  if (!changes) return toCampaign(campaign);
  const edited = await tx.run(updateText(id, input));
  await record(tx, actor, { action: 'campaign.save', entity: 'campaign', entityId: id, ...changes });
  return toCampaign(edited);
}

export async function browseCampaigns(db: Db, { state, after }: CampaignQuery) {
  const rows = await db.run(listCampaigns({ limit: CAMPAIGNS_SHOWN + 1, state, after }));
  const { items, next } = paginate(rows, CAMPAIGNS_SHOWN);
  return { campaigns: items.map(toCampaign), next };
}

export const getCampaign = async (db: Db, id: string) => toCampaign(assertFound(await db.run(findCampaign(id))));

export async function getRecipients(db: Db, id: string): Promise<CampaignRecipients> {
  const campaign = assertFound(await db.run(findCampaign(id)));
  const { countedAt, ...counts } = await db.run(countAudience(campaign.audience));
  return { ...recipientsOf(campaign, counts), countedAt: toIso(countedAt) };
}

/** The HTML that the recipients get, with the reason of the first audience. */
export async function getPreview(db: Db, id: string, origin: string) {
  const { audience, ...campaign } = assertFound(await db.run(findCampaign(id)));
  const recipient = audience === 'subscribers' ? 'subscriber' : 'customer';
  return previewCampaign(db, { ...campaign, recipient }, origin);
}

export function assertFound<T>(campaign: T | undefined): T {
  if (!campaign) throw new DomainError('not_found', 'campaign_not_found', campaignMessages.notFound);
  return campaign;
}

export const toCampaign = ({ scheduledAt, createdAt, startedAt, endedAt, ...campaign }: CampaignRow): Campaign => ({
  ...campaign,
  scheduledAt: scheduledAt && toIso(scheduledAt),
  createdAt: toIso(createdAt),
  startedAt: startedAt && toIso(startedAt),
  endedAt: endedAt && toIso(endedAt),
});
