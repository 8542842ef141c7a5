import type { NewCampaign } from '@shop/contracts/notifications/admin-schema';
import type { CampaignState } from '@shop/contracts/notifications/campaign-constants';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { campaigns } from '#notifications/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { staffName } from '#platform/database/staff-name.ts';

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
  lostPermission: sql<string | null>`(select ${staffName('u')} from users u
    where u.id = coalesce(${campaigns.startedBy}, ${campaigns.createdBy}) and ${campaigns.lostPermission})`,
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

export const updateScheduled = (tx: Db, id: string, scheduledAt: Date, startedBy: string) =>
  update(tx, id, { state: 'scheduled', scheduledAt, startedBy, lostPermission: false });

type Stop = { lostPermission: boolean };

/** Back to a draft. */
export const updateUnscheduled = (tx: Db, id: string, { lostPermission }: Stop) =>
  update(tx, id, { state: 'draft', scheduledAt: null, lostPermission });

/** A campaign of the previous release has no `finished_at`, and its worker would continue it. */
export const updateStopped = (tx: Db, id: string, { lostPermission }: Stop) =>
  update(tx, id, {
    lostPermission,
    state: 'stopped',
    endedAt: sql`now()`,
    finishedAt: sql`coalesce(${campaigns.finishedAt}, now())`,
  });

type Expected = { emails: number; notifications: number };

/** Sending starts with the customers, if the audience includes them. */
export const updateStarted = (tx: Db, id: string, { emails, notifications }: Expected, startedBy: string | null) =>
  update(tx, id, {
    state: 'sending',
    startedBy,
    lostPermission: false,
    startedAt: sql`now()`,
    customersDone: sql`${campaigns.audience} = 'subscribers'`,
    expectedEmails: emails,
    expectedRecipients: notifications,
  });

export async function findTimeZone(db: Db) {
  const { rows } = await db.execute<{ timeZone: string }>(sql`select time_zone as "timeZone" from store_settings`);
  const [row] = rows;
  if (!row) throw new Error('The store settings are missing.');
  return row.timeZone;
}
