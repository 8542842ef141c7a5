import type { NewCampaign } from '@shop/contracts/notifications/admin-schema';
import type { CampaignState } from '@shop/contracts/notifications/campaign-constants';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { campaigns } from '#notifications/schema.ts';
import type { Db } from '#platform/database/db.ts';

const CAMPAIGN_COLUMNS = {
  id: campaigns.id,
  title: campaigns.title,
  message: campaigns.message,
  link: campaigns.link,
  audience: campaigns.audience,
  channels: campaigns.channels,
  state: campaigns.state,
  scheduledAt: campaigns.scheduledAt,
  emails: campaigns.emails,
  notifications: campaigns.recipients,
  expectedEmails: campaigns.expectedEmails,
  expectedNotifications: campaigns.expectedRecipients,
  createdAt: campaigns.createdAt,
  startedAt: campaigns.startedAt,
  endedAt: campaigns.endedAt,
};
export type CampaignRow = NonNullable<Awaited<ReturnType<typeof findCampaign>>>;

export async function insertDraft(tx: Db, campaign: NewCampaign & { createdBy: string }) {
  const [added] = await tx
    .insert(campaigns)
    .values({ ...campaign, state: 'draft', startedAt: null, finishedAt: sql`now()` })
    .returning(CAMPAIGN_COLUMNS);
  if (!added) throw new Error('The campaign was not stored.');
  return added;
}

export async function findCampaign(db: Db, id: string) {
  const [campaign] = await db.select(CAMPAIGN_COLUMNS).from(campaigns).where(eq(campaigns.id, id));
  return campaign;
}

/** A batch that is being sent is waited for. */
export async function lockCampaign(tx: Db, id: string) {
  const [campaign] = await tx.select(CAMPAIGN_COLUMNS).from(campaigns).where(eq(campaigns.id, id)).for('no key update');
  return campaign;
}

type CampaignPage = { limit: number; state?: CampaignState; after?: string };

/** Newest first: ids are UUIDv7 and start with their time. */
export const listCampaigns = (db: Db, { limit, state, after }: CampaignPage) =>
  db
    .select(CAMPAIGN_COLUMNS)
    .from(campaigns)
    .where(and(state ? eq(campaigns.state, state) : undefined, after ? lt(campaigns.id, after) : undefined))
    .orderBy(desc(campaigns.id))
    .limit(limit);

async function update(tx: Db, id: string, values: PgUpdateSetSource<typeof campaigns>) {
  const [campaign] = await tx.update(campaigns).set(values).where(eq(campaigns.id, id)).returning(CAMPAIGN_COLUMNS);
  if (!campaign) throw new Error('The campaign does not exist.');
  return campaign;
}

export const updateText = (tx: Db, id: string, campaign: NewCampaign) => update(tx, id, campaign);

export const updateScheduled = (tx: Db, id: string, scheduledAt: Date) =>
  update(tx, id, { state: 'scheduled', scheduledAt });

/** Back to a draft. */
export const updateUnscheduled = (tx: Db, id: string) => update(tx, id, { state: 'draft', scheduledAt: null });

/** A campaign of the previous release has no `finished_at`, and its worker would continue it. */
export const updateStopped = (tx: Db, id: string) =>
  update(tx, id, {
    state: 'stopped',
    endedAt: sql`now()`,
    finishedAt: sql`coalesce(${campaigns.finishedAt}, now())`,
  });

type Expected = { emails: number; notifications: number };

/** Sending starts with the customers, if the audience includes them. */
export const updateStarted = (tx: Db, id: string, { emails, notifications }: Expected) =>
  update(tx, id, {
    state: 'sending',
    startedAt: sql`now()`,
    customersDone: sql`${campaigns.audience} = 'subscribers'`,
    expectedEmails: emails,
    expectedRecipients: notifications,
  });

/** The moment of a local time in the store's time zone. Where summer time skips an hour, it is an hour later. */
export async function findMomentInStore(db: Db, localTime: string) {
  const { rows } = await db.execute<{ moment: string; isPast: boolean }>(sql`
    select to_json(moment) as moment, moment <= now() as "isPast"
      from store_settings, lateral (select ${localTime}::timestamp at time zone time_zone as moment) local`);
  const [row] = rows;
  if (!row) throw new Error('The store settings are missing.');
  return row;
}
