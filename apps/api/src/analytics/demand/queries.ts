import type { DateRange } from '@shop/contracts/analytics/date-range';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';
import { type ItemFigures, LOW_CLICK_SHARE, type SearchFigures } from './rules.ts';

const hasRemedy = (subject: SQL, key: SQL) =>
  sql`exists (select from demand_remedies r where r.subject = ${subject} and r.key = ${key})`;

/** Up to 220,000 rows for two years. */
const searches = (db: Db, { from, to }: DateRange, having: SQL, order: SQL, limit: number) =>
  db.execute<SearchFigures>(sql`
    select query, searches::float8 as searches, zero_results::float8 as "zeroResults", clicks::float8 as clicks
      from (select query, sum(searches) as searches, sum(zero_results) as zero_results, sum(clicks) as clicks
              from search_demand where day between ${from} and ${to} group by query) summed
     where ${having} and not ${hasRemedy(sql`'search'`, sql`summed.query`)}
     order by ${order} desc, query limit ${limit}`);

/** Most searches with no results first. */
export async function listZeroResultDemand(db: Db, range: DateRange, limit: number) {
  return (await searches(db, range, sql`zero_results > 0`, sql`zero_results`, limit)).rows;
}

/** Queries with results, of which only a small share led to a product; most searches without a click first. */
export async function listUnclickedDemand(db: Db, range: DateRange, limit: number) {
  const found = sql`(searches - zero_results)`;
  const having = sql`${found} > 0 and clicks < ${LOW_CLICK_SHARE}::numeric * ${found}`;
  return (await searches(db, range, having, sql`${found} - clicks`, limit)).rows;
}

/** Units that can be bought now. */
export const AVAILABLE = sql`case when p.status = 'published' and p.sellable then coalesce(sum(s.available), 0) else 0 end`;

const summedItems = (subject: 'product' | 'variant', { from, to }: DateRange, limit: number) => sql`
  select item_id, sum(count) as lost from sold_out_demand d
   where day between ${from} and ${to} and subject = ${subject}
     and not ${hasRemedy(sql`${subject}`, sql`d.item_id::text`)}
   group by item_id order by 2 desc, 1 limit ${limit}`;

/** Most viewed first. */
export async function listSoldOutProducts(db: Db, range: DateRange, limit: number) {
  const { rows } = await db.execute<ItemFigures>(sql`
    with top as (${summedItems('product', range, limit)})
    select top.item_id as key, p.name, '{}'::json as options, p.id as "productId", stocked.available::float8 as available,
           top.lost::float8 as lost
      from top join products p on p.id = top.item_id and p.status <> 'deleted',
           lateral (select ${AVAILABLE} as available from stock s join variants v on v.id = s.variant_id
                     where s.product_id = p.id and v.archived_at is null) stocked
     order by top.lost desc, top.item_id`);
  return rows;
}

const variants = async (db: Db, top: SQL) => {
  const { rows } = await db.execute<ItemFigures>(sql`
    with top as (${top})
    select v.id as key, p.name, ${orderedOptions(sql`v.option_values`, sql`p.options`)} as options, p.id as "productId",
           stocked.available::float8 as available, top.lost::float8 as lost
      from top join variants v on v.id = top.item_id and v.archived_at is null
           join products p on p.id = v.product_id and p.status <> 'deleted',
           lateral (select ${AVAILABLE} as available from stock s where s.variant_id = v.id) stocked
     order by top.lost desc, top.item_id`);
  return rows;
};

/** Most chosen first. */
export const listSoldOutVariants = (db: Db, range: DateRange, limit: number) =>
  variants(db, summedItems('variant', range, limit));

/** Most waiting customers first. An index has the variants; a request is deleted once its email is queued. */
export const listWaitedVariants = (db: Db, limit: number) =>
  variants(
    db,
    sql`select variant_id as item_id, count(*) as lost from waitlist w
         where not ${hasRemedy(sql`'variant'`, sql`w.variant_id::text`)}
         group by variant_id order by 2 desc, 1 limit ${limit}`,
  );
