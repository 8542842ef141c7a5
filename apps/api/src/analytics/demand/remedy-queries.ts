import type { DemandSubject, Remedy } from '@shop/contracts/analytics/demand-constants';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';
import { AVAILABLE } from './queries.ts';
import type { RemedyFigures } from './rules.ts';
import { demandRemedies } from './schema.ts';

type Key = { subject: DemandSubject; key: string };

/** The newest first, each with the figures of its moment and those of now. */
export async function listRemedies(db: Db, limit: number) {
  const { rows } = await db.execute<RemedyFigures>(sql`
    with newest as (
      select *, case when subject <> 'search' then key::uuid end as item_id
        from demand_remedies order by done_at desc, id desc limit ${limit})
    select r.subject, r.key, coalesce(p.name, r.name) as name, r.remedy, r.done_at as "doneAt", p.id as "productId",
           case when v.id is null then '{}'::json else ${orderedOptions(sql`v.option_values`, sql`p.options`)} end as options,
           case when p.id is not null then stocked.available end::float8 as available,
           coalesce(found.searches, 0)::float8 as searches, r.searches_before::float8 as "searchesBefore",
           coalesce(found.clicks, 0)::float8 as clicks, r.clicks_before::float8 as "clicksBefore",
           coalesce(stocked.sold, 0)::float8 as sold, r.sold_before::float8 as "soldBefore"
      from newest r
      left join variants v on r.subject = 'variant' and v.id = r.item_id
      left join products p on p.id = case r.subject when 'product' then r.item_id else v.product_id end
                          and p.status <> 'deleted'
      left join lateral (
        select sum(d.searches) as searches, sum(d.clicks) as clicks from search_demand d
         where r.subject = 'search' and d.query = r.key and d.day >= r.day) found on true
      left join lateral (
        select ${AVAILABLE} as available, sum(s.sold) as sold from stock s
         where s.product_id = p.id and (v.id is null or s.variant_id = v.id)) stocked on true
     order by r.done_at desc, r.id desc`);
  return rows;
}

/** The name of a query that was counted, or of a product or variant that exists. */
export async function findDemandName(db: Db, { subject, key }: Key) {
  const names = {
    search: sql`select query as name from search_demand where query = ${key} limit 1`,
    product: sql`select name from products where id = ${key} and status <> 'deleted'`,
    variant: sql`
      select p.name || coalesce(' (' || (select string_agg(value, ', ') from jsonb_each_text(v.option_values)) || ')', '')
               as name
        from variants v join products p on p.id = v.product_id and p.status <> 'deleted' where v.id = ${key}`,
  };
  const { rows } = await db.execute<{ name: string }>(names[subject]);
  return rows[0]?.name;
}

/** With the figures of now. Undefined if there is a remedy already: a second request waits for the first. */
export async function insertRemedy(tx: Db, { subject, key }: Key, name: string, remedy: Remedy) {
  const sold = { search: sql`false`, product: sql`s.product_id = ${key}`, variant: sql`s.variant_id = ${key}` };
  const { rows } = await tx.execute<{ id: string }>(sql`
    with today as (select (now() at time zone (select store_time_zone()))::date as day)
    insert into demand_remedies (subject, key, name, remedy, day, searches_before, clicks_before, sold_before)
    select ${subject}, ${key}, ${name}, ${remedy}, today.day, coalesce(d.searches, 0), coalesce(d.clicks, 0),
           coalesce((select sum(s.sold) from stock s where ${sold[subject]}), 0)
      from today left join search_demand d on ${subject} = 'search' and d.day = today.day and d.query = ${key}
        on conflict (subject, key) do nothing returning id`);
  return rows[0];
}

export async function lockRemedy(tx: Db, { subject, key }: Key) {
  const { id, name, remedy } = demandRemedies;
  const [found] = await tx
    .select({ id, name, remedy })
    .from(demandRemedies)
    .where(and(eq(demandRemedies.subject, subject), eq(demandRemedies.key, key)))
    .for('update');
  return found;
}

export const deleteRemedy = (tx: Db, id: string) => tx.delete(demandRemedies).where(eq(demandRemedies.id, id));
