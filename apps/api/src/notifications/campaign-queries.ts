import { desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { campaigns } from './schema.ts';

const CAMPAIGN_COLUMNS = {
  id: campaigns.id,
  title: campaigns.title,
  message: campaigns.message,
  link: campaigns.link,
  expectedRecipients: campaigns.expectedRecipients,
  recipients: campaigns.recipients,
  createdAt: campaigns.createdAt,
  finishedAt: campaigns.finishedAt,
};

/** Counted up to 10,000; above that, estimated by the index of customers with marketing consent. */
const EXPECTED = sql<number>`(
  select case when counted <= 10000 then counted
              else greatest(counted, (select reltuples from pg_class where oid = 'users_with_marketing_consent'::regclass)) end
    from (select count(*) as counted
            from (select from users where wants_marketing and deleted_at is null and marketing_consent_at <= now()
                   limit 10001) them) c)`;

type NewRow = Pick<typeof campaigns.$inferInsert, 'title' | 'message' | 'link' | 'createdBy'>;

export async function insertCampaign(tx: Db, campaign: NewRow) {
  const [added] = await tx
    .insert(campaigns)
    .values({ ...campaign, expectedRecipients: EXPECTED })
    .returning(CAMPAIGN_COLUMNS);
  if (!added) throw new Error('The campaign was not stored.');
  return added;
}

export async function findCampaign(db: Db, id: string) {
  const [campaign] = await db.select(CAMPAIGN_COLUMNS).from(campaigns).where(eq(campaigns.id, id));
  return campaign;
}

/** Newest first: ids are UUIDv7 and start with their time. */
export const listCampaigns = (db: Db, { limit, after }: { limit: number; after?: string }) =>
  db
    .select(CAMPAIGN_COLUMNS)
    .from(campaigns)
    .where(after ? lt(campaigns.id, after) : undefined)
    .orderBy(desc(campaigns.id))
    .limit(limit);

/** Held until the transaction ends: only one worker at a time sends campaigns, and the others do not wait for it. */
export async function tryLockCampaigns(tx: Db) {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('campaigns', 0)) as mine`,
  );
  return rows[0]?.mine ?? false;
}

export async function findUnfinishedCampaign(tx: Db) {
  const [oldest] = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(isNull(campaigns.finishedAt))
    .orderBy(campaigns.id)
    .limit(1);
  return oldest?.id;
}

type Batch = { found: number; notified: number; lastUserId: string | null };

/**
 * The next customers with marketing consent since before the campaign was created. Their rows are locked as the foreign
 * key would lock them, but before they are selected: a concurrent account deletion is waited for and its customer
 * skipped.
 */
export async function insertBatch(tx: Db, campaignId: string, size: number) {
  const { rows } = await tx.execute<Batch>(sql`
    with campaign as (select * from campaigns where id = ${campaignId}),
         batch as materialized (
           select u.id from users u
            where u.wants_marketing and u.deleted_at is null
              and u.id > (select coalesce(last_user_id, '00000000-0000-0000-0000-000000000000') from campaign)
              and u.marketing_consent_at <= (select created_at from campaign)
            order by u.id limit ${size} for key share of u),
         notified as (
           insert into notifications (user_id, type, title, message, link, campaign_id)
           select batch.id, 'promotion', title, message, link, campaign.id from batch, campaign
               on conflict (campaign_id, user_id) do nothing returning 1)
    select (select count(*) from batch)::int as found, (select count(*) from notified)::int as notified,
           (select id from batch order by id desc limit 1) as "lastUserId"`);
  const [batch] = rows;
  if (!batch) throw new Error('The batch returned no counts.');
  return batch;
}

export const updateProgress = (tx: Db, id: string, { notified, lastUserId }: Batch, finished: boolean) =>
  tx
    .update(campaigns)
    .set({
      recipients: sql`${campaigns.recipients} + ${notified}`,
      ...(lastUserId && { lastUserId }),
      ...(finished && { finishedAt: sql`now()` }),
    })
    .where(eq(campaigns.id, id));
