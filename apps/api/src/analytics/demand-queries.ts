import type { DateRange } from '@shop/contracts/analytics/date-range';
import { DemandRow } from '@shop/contracts/analytics/demand-schema';
import { VARIANT_OPTIONS } from '#platform/database/ordered-options.ts';
import { json, number, text, uuid } from '#platform/database/row.ts';
import { all, type Fragment, sql } from '#platform/database/sql.ts';
import { LOW_CLICK_SHARE } from './demand-rules.ts';

const hasRemedy = (subject: Fragment, key: Fragment) =>
  sql`exists (select from demand_remedies r where r.subject = ${subject} and r.key = ${key})`;

const searchFigures = { query: text, searches: number, zeroResults: number, clicks: number };

/** Up to 220,000 rows for two years. */
const searches = ({ from, to }: DateRange, having: Fragment, order: Fragment, limit: number) =>
  all('demand.listSearches', searchFigures)`
    select query, searches, zero_results, clicks
      from (select query, sum(searches) as searches, sum(zero_results) as zero_results, sum(clicks) as clicks
              from search_demand where day between ${from} and ${to} group by query) summed
     where ${having} and not ${hasRemedy(sql`'search'`, sql`summed.query`)}
     order by ${order} desc, query limit ${limit}`;

/** Most searches with no results first. */
export const listZeroResultDemand = (range: DateRange, limit: number) =>
  searches(range, sql`zero_results > 0`, sql`zero_results`, limit);

/** Queries with results, of which only a small share led to a product; most searches without a click first. */
export function listUnclickedDemand(range: DateRange, limit: number) {
  const found = sql`(searches - zero_results)`;
  const having = sql`${found} > 0 and clicks < ${LOW_CLICK_SHARE}::numeric * ${found}`;
  return searches(range, having, sql`${found} - clicks`, limit);
}

/** Units that can be bought now. */
export const AVAILABLE = sql`case when p.status = 'published' and p.sellable then coalesce(sum(s.available), 0) else 0 end`;

const summedItems = (subject: 'product' | 'variant', { from, to }: DateRange, limit: number) => sql`
  select item_id, sum(count) as lost from sold_out_demand d
   where day between ${from} and ${to} and subject = ${subject}
     and not ${hasRemedy(sql`${subject}`, sql`d.item_id::text`)}
   group by item_id order by 2 desc, 1 limit ${limit}`;

const itemFigures = {
  key: uuid,
  name: text,
  options: json(DemandRow.shape.options),
  productId: uuid,
  available: number,
  lost: number,
};

/** Most viewed first. */
export const listSoldOutProducts = (range: DateRange, limit: number) =>
  all('demand.listSoldOutProducts', itemFigures)`
    with top as (${summedItems('product', range, limit)})
    select top.item_id as key, p.name, '{}'::json as options, p.id as product_id, stocked.available, top.lost
      from top join products p on p.id = top.item_id and p.status <> 'deleted',
           lateral (select ${AVAILABLE} as available from stock s join variants v on v.id = s.variant_id
                     where s.product_id = p.id and v.archived_at is null) stocked
     order by top.lost desc, top.item_id`;

const variants = (top: Fragment) =>
  all('demand.listVariants', itemFigures)`
    with top as (${top})
    select v.id as key, p.name, ${VARIANT_OPTIONS} as options, p.id as product_id,
           stocked.available, top.lost
      from top join variants v on v.id = top.item_id and v.archived_at is null
           join products p on p.id = v.product_id and p.status <> 'deleted',
           lateral (select ${AVAILABLE} as available from stock s where s.variant_id = v.id) stocked
     order by top.lost desc, top.item_id`;

/** Most chosen first. */
export const listSoldOutVariants = (range: DateRange, limit: number) => variants(summedItems('variant', range, limit));

/** Most waiting customers first. An index has the variants; a request is deleted once its email is queued. */
export const listWaitedVariants = (limit: number) =>
  variants(
    sql`select variant_id as item_id, count(*) as lost from waitlist w
         where not ${hasRemedy(sql`'variant'`, sql`w.variant_id::text`)}
         group by variant_id order by 2 desc, 1 limit ${limit}`,
  );
