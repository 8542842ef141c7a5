import { DEMAND_SUBJECTS, type DemandSubject, REMEDIES, type Remedy } from '@shop/contracts/analytics/demand-constants';
import { DemandRow } from '@shop/contracts/analytics/demand-schema';
import { VARIANT_OPTIONS } from '#platform/database/ordered-options.ts';
import { json, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, first, sql } from '#platform/database/sql.ts';
import { AVAILABLE } from './demand-queries.ts';

type Key = { subject: DemandSubject; key: string };

const figures = {
  subject: oneOf(DEMAND_SUBJECTS),
  key: text,
  name: text,
  remedy: oneOf(REMEDIES),
  doneAt: timestamp,
  productId: orNull(uuid),
  options: json(DemandRow.shape.options),
  available: orNull(number),
  searches: number,
  searchesBefore: number,
  clicks: number,
  clicksBefore: number,
  sold: number,
  soldBefore: number,
};

/** The newest first, each with the figures of its moment and those of now. */
export const listRemedies = (limit: number) =>
  all('demand.listRemedies', figures)`
    with newest as (
      select *, case when subject <> 'search' then key::uuid end as item_id
        from demand_remedies order by done_at desc, id desc limit ${limit})
    select r.subject, r.key, coalesce(p.name, r.name) as name, r.remedy, r.done_at, p.id as product_id,
           case when v.id is null then '{}'::json else ${VARIANT_OPTIONS} end as options,
           case when p.id is not null then stocked.available end as available,
           coalesce(found.searches, 0) as searches, r.searches_before,
           coalesce(found.clicks, 0) as clicks, r.clicks_before,
           coalesce(stocked.sold, 0) as sold, r.sold_before
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
     order by r.done_at desc, r.id desc`;

/** The name of a query that was counted, or of a product or variant that exists. */
export function findDemandName({ subject, key }: Key) {
  const names = {
    search: sql`select query as name from search_demand where query = ${key} limit 1`,
    product: sql`select name from products where id = ${key} and status <> 'deleted'`,
    variant: sql`
      select p.name || coalesce(' (' || (select string_agg(value, ', ') from jsonb_each_text(v.option_values)) || ')', '')
               as name
        from variants v join products p on p.id = v.product_id and p.status <> 'deleted' where v.id = ${key}`,
  };
  return first('demand.findName', { name: text })`${names[subject]}`;
}

/** With the figures of now. Undefined if there is a remedy already: a second request waits for the first. */
export function insertRemedy({ subject, key }: Key, name: string, remedy: Remedy) {
  const sold = { search: sql`false`, product: sql`s.product_id = ${key}`, variant: sql`s.variant_id = ${key}` };
  return first('demand.insertRemedy', { id: uuid })`
    with today as (select (now() at time zone (select store_time_zone()))::date as day)
    insert into demand_remedies (subject, key, name, remedy, day, searches_before, clicks_before, sold_before)
    select ${subject}, ${key}, ${name}, ${remedy}, today.day, coalesce(d.searches, 0), coalesce(d.clicks, 0),
           coalesce((select sum(s.sold) from stock s where ${sold[subject]}), 0)
      from today left join search_demand d on ${subject} = 'search' and d.day = today.day and d.query = ${key}
        on conflict (subject, key) do nothing returning id`;
}

export const lockRemedy = ({ subject, key }: Key) =>
  first('demand.lockRemedy', { id: uuid, name: text, remedy: oneOf(REMEDIES) })`
    select id, name, remedy from demand_remedies where subject = ${subject} and key = ${key} for update`;

export const deleteRemedy = (id: string) => count('demand.deleteRemedy')`delete from demand_remedies where id = ${id}`;
