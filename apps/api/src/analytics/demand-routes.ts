import * as operations from '@shop/contracts/analytics/admin-operations';
import type { DateRange } from '@shop/contracts/analytics/date-range';
import {
  DEMAND_ROWS,
  DEMAND_SUBJECTS,
  type DemandKind,
  type DemandSubject,
  REMEDIES,
  type Remedy,
} from '@shop/contracts/analytics/demand-constants';
import { demandMessages } from '@shop/contracts/analytics/demand-messages';
import { type Demand, type DemandQuery, DemandRow, type RemedyChoice } from '@shop/contracts/analytics/demand-schema';
import { TOP_ROWS_EXPORTED } from '@shop/contracts/analytics/schema';
import type { FastifyPluginAsync } from 'fastify';
import { record } from '#audit/service.ts';
import { csvRow } from '#platform/csv.ts';
import { VARIANT_OPTIONS } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { json, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, sql } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { sendCsv } from '#platform/http/download.ts';
import { handle } from '#platform/http/handle.ts';
import { itemRow, LOW_CLICK_SHARE, remedyRow, searchRow } from './demand-rules.ts';
import { type ReportRange, rangeOf, reportedRange } from './range.ts';

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
const listZeroResultDemand = (range: DateRange, limit: number) =>
  searches(range, sql`zero_results > 0`, sql`zero_results`, limit);

/** Queries with results, of which only a small share led to a product; most searches without a click first. */
function listUnclickedDemand(range: DateRange, limit: number) {
  const found = sql`(searches - zero_results)`;
  const having = sql`${found} > 0 and clicks < ${LOW_CLICK_SHARE}::numeric * ${found}`;
  return searches(range, having, sql`${found} - clicks`, limit);
}

/** Units that can be bought now. */
const AVAILABLE = sql`case when p.status = 'published' and p.sellable then coalesce(sum(s.available), 0) else 0 end`;

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
const listSoldOutProducts = (range: DateRange, limit: number) =>
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
const listSoldOutVariants = (range: DateRange, limit: number) => variants(summedItems('variant', range, limit));

/** Most waiting customers first. An index has the variants; a request is deleted once its email is queued. */
const listWaitedVariants = (limit: number) =>
  variants(
    sql`select variant_id as item_id, count(*) as lost from waitlist w
         where not ${hasRemedy(sql`'variant'`, sql`w.variant_id::text`)}
         group by variant_id order by 2 desc, 1 limit ${limit}`,
  );

async function browseDemand(db: Db, query: DemandQuery, now: Date): Promise<Demand> {
  const range = await rangeOf(db, query, now);
  const kind = query.kind ?? 'noResults';
  return { range: reportedRange(range), kind, rows: await listDemand(db, kind, range, DEMAND_ROWS) };
}

/** Most lost interest first; of remedies, the newest. Waitlists and remedies are those of now, whatever the range. */
async function listDemand(db: Db, kind: DemandKind, range: ReportRange, limit: number): Promise<DemandRow[]> {
  const lists: Record<DemandKind, () => Promise<DemandRow[]>> = {
    noResults: async () => (await db.run(listZeroResultDemand(range, limit))).map((row) => searchRow(kind, row)),
    noClicks: async () => (await db.run(listUnclickedDemand(range, limit))).map((row) => searchRow(kind, row)),
    soldOut: async () => (await db.run(listSoldOutProducts(range, limit))).map((row) => itemRow('product', row)),
    sizes: async () => (await db.run(listSoldOutVariants(range, limit))).map((row) => itemRow('variant', row)),
    waitlist: async () => (await db.run(listWaitedVariants(limit))).map((row) => itemRow('variant', row)),
    done: async () => (await db.run(listRemedies(limit))).map(remedyRow),
  };
  return lists[kind]();
}

/** A repeated request changes nothing. Another remedy counts from now on; without one, the row is in its list again. */
async function chooseRemedy(db: Db, actor: Actor, { subject, key: given, remedy }: RemedyChoice) {
  const thing = { subject, key: given.toLowerCase() };
  await db.transaction(async (tx) => {
    const old = await tx.run(lockRemedy(thing));
    if ((old?.remedy ?? null) === remedy) return;
    const before = old ? { name: old.name, remedy: old.remedy } : null;
    if (old) await tx.run(deleteRemedy(old.id));
    const added = remedy && (await addRemedy(tx, thing, remedy));
    // Added by a request at the same time.
    if (remedy && !added) return;
    await record(tx, actor, {
      action: added ? 'demand.remedy' : 'demand.reopen',
      entity: 'demand',
      entityId: added?.id ?? old?.id ?? '',
      before,
      after: added ? { name: added.name, remedy } : null,
    });
  });
  return { remedy };
}

async function addRemedy(tx: Db, thing: Pick<RemedyChoice, 'subject' | 'key'>, remedy: Remedy) {
  const found = await tx.run(findDemandName(thing));
  if (!found) throw new DomainError('not_found', 'demand_not_found', demandMessages.notFound);
  const inserted = await tx.run(insertRemedy(thing, found.name, remedy));
  return inserted && { ...inserted, ...found };
}

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
const listRemedies = (limit: number) =>
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
function findDemandName({ subject, key }: Key) {
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
function insertRemedy({ subject, key }: Key, name: string, remedy: Remedy) {
  const sold = { search: sql`false`, product: sql`s.product_id = ${key}`, variant: sql`s.variant_id = ${key}` };
  return first('demand.insertRemedy', { id: uuid })`
    with today as (select (now() at time zone (select store_time_zone()))::date as day)
    insert into demand_remedies (subject, key, name, remedy, day, searches_before, clicks_before, sold_before)
    select ${subject}, ${key}, ${name}, ${remedy}, today.day, coalesce(d.searches, 0), coalesce(d.clicks, 0),
           coalesce((select sum(s.sold) from stock s where ${sold[subject]}), 0)
      from today left join search_demand d on ${subject} = 'search' and d.day = today.day and d.query = ${key}
        on conflict (subject, key) do nothing returning id`;
}

const lockRemedy = ({ subject, key }: Key) =>
  first('demand.lockRemedy', { id: uuid, name: text, remedy: oneOf(REMEDIES) })`
    select id, name, remedy from demand_remedies where subject = ${subject} and key = ${key} for update`;

const deleteRemedy = (id: string) => count('demand.deleteRemedy')`delete from demand_remedies where id = ${id}`;

export const demandRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listUnmetDemand, { access: 'analytics.read' }, ({ query, readDb }) =>
    browseDemand(readDb, query, new Date()),
  );

  handle(app, operations.exportUnmetDemand, { access: 'analytics.read' }, async (request, reply) => {
    const { name, text } = await exportDemand(request.readDb, request.query, new Date());
    return sendCsv(request, reply, name, text);
  });

  handle(app, operations.setDemandRemedy, { access: 'products.write', rate: 'cart' }, ({ actor, body }) =>
    chooseRemedy(app.db, actor, body),
  );
};

const { columns, done, lost } = demandMessages;

type Cell = string | number;
type Column = { label: string; cell: (row: DemandRow) => Cell };

const QUERY: Column = { label: columns.query, cell: ({ name }) => name };
const PRODUCT: Column = { label: columns.product, cell: ({ name }) => name };
const OPTIONS: Column = { label: columns.options, cell: ({ options }) => Object.values(options).join(', ') };
const SEARCHES: Column = { label: columns.searches, cell: ({ searches }) => searches ?? '' };
const CLICKS: Column = { label: columns.clicks, cell: ({ clicks }) => clicks ?? '' };
const AVAILABLE_COLUMN: Column = { label: columns.available, cell: ({ available }) => available ?? '' };
const lostOf = (kind: DemandKind): Column => ({ label: lost[kind], cell: (row) => row.lost });

const COLUMNS: Record<DemandKind, Column[]> = {
  noResults: [QUERY, lostOf('noResults'), SEARCHES, CLICKS],
  noClicks: [QUERY, lostOf('noClicks'), SEARCHES, CLICKS],
  soldOut: [PRODUCT, lostOf('soldOut'), AVAILABLE_COLUMN],
  sizes: [PRODUCT, OPTIONS, lostOf('sizes'), AVAILABLE_COLUMN],
  waitlist: [PRODUCT, OPTIONS, lostOf('waitlist'), AVAILABLE_COLUMN],
  done: [
    { label: columns.name, cell: ({ name }) => name },
    OPTIONS,
    { label: columns.remedy, cell: ({ remedy }) => (remedy ? done[remedy.remedy] : '') },
    { label: columns.doneOn, cell: ({ remedy }) => remedy?.doneAt ?? '' },
    { label: columns.searches, cell: ({ remedy }) => remedy?.searches ?? '' },
    { label: columns.clicks, cell: ({ remedy }) => remedy?.clicks ?? '' },
    { label: columns.units, cell: ({ remedy }) => remedy?.units ?? '' },
  ],
};

/** A list as CSV, with more rows than the page shows. */
async function exportDemand(db: Db, query: DemandQuery, now: Date) {
  const range = await rangeOf(db, query, now);
  const kind = query.kind ?? 'noResults';
  const rows = await listDemand(db, kind, range, TOP_ROWS_EXPORTED);
  const table: Cell[][] = [
    COLUMNS[kind].map(({ label }) => label),
    ...rows.map((row) => COLUMNS[kind].map(({ cell }) => cell(row))),
  ];
  return {
    name: `unmet-demand-${kind}-${range.from}-${range.to}.csv`,
    text: table.map((cells) => csvRow(cells)).join(''),
  };
}
