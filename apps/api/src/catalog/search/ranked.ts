import { COUNT_MAX, PAGE_SIZE } from '@shop/contracts/catalog/constants';
import { CARD, CARD_JOINS } from '#catalog/card-queries.ts';
import { IN_STOCK } from '#catalog/stock-queries.ts';
import { bool, number, orNull, type Row, text, uuid } from '#platform/database/row.ts';
import { all, type Fragment, join, raw, sql } from '#platform/database/sql.ts';
import { paginateBy } from '#platform/http/paging.ts';
import { conditions, matchesText, meaningOf, UNION_ALL } from './filter-queries.ts';
import type { Matches } from './matches.ts';
import { isColor } from './phrase-rules.ts';
import { type Preference, type QueryWord, type Search, TIERS, tierOf } from './rules.ts';
import { cursorOf, type Place, placeOf, type Strategy } from './strategy.ts';

/** Up to this many matches are ranked one by one on the first page; more are read in stages. */
export const RANKED_MAX = 5_000;

/**
 * A page of matches that are ranked one by one, with their number: SKU matches first, then those in stock, by the number of
 * matching words, price and size, and the tiers of their words. A product that is out of stock keeps its place if only
 * such products have all words as whole words in their names. Stock is looked up in the order of the page, until it is
 * full.
 */
export const searchRanked: Strategy = async (db, search, matches, { limit, after }) => {
  if (!matches) return {};
  // Further pages are ranked even if there are more matches by now.
  const atMost = after ? COUNT_MAX : RANKED_MAX;
  const rows = await db.run(rankMatches(search, matches, { limit: limit + 1, atMost, after: placeOf(after) }));
  const { more, total } = rows[0] ?? { more: false, total: 0 };
  if (more || total > COUNT_MAX) return {};
  if (total > atMost) return { total };
  const { items, next } = paginateBy(rows.flatMap(placesOf), limit, cursorOf('ranked'));
  const cards = `[${items.map(({ card }) => card).join(',')}]`;
  return { total, page: { cards, groups: items.map(({ rank }) => groupOf(rank)), next } };
};

const ALWAYS = raw('true');

/** Rank penalties. A missing word counts more than all others in the worst tiers, a group more than all words. */
const MISSING = raw('1000');
const OUTSIDE = raw('500');
const GROUP_SIZE = 1_000_000;
const GROUP = raw(`${GROUP_SIZE}`);
const NAME_TIER = raw(`${tierOf('name')}`);
/** The tier of matches by text. */
const LAST_TIER = raw(`${TIERS.length}`);

/** The group of results that a rank belongs to: those that meet the whole query, others, and those out of stock. */
const groupOf = (rank: string) => (['best', 'others', 'outOfStock'] as const)[groupNumber(Number(rank))] ?? 'best';
const groupNumber = (rank: number) => Math.max(0, Math.floor(rank / GROUP_SIZE));

/** Without a product if there are none: then all of its columns are null. */
const ranked = {
  more: bool,
  total: number,
  id: orNull(uuid),
  rank: orNull(text),
  featured: orNull(text),
  card: orNull(text),
};
const placesOf = ({ id, rank, featured, card }: Row<typeof ranked>) =>
  id === null || rank === null || featured === null || card === null ? [] : [{ id, rank, featured, card }];

type RankedPage = { limit: number; atMost: number; after?: Place };

/** The number of matches, and if there are up to `atMost`, those of a page with their cards. */
function rankMatches(search: Search, { ctes, isUsual }: Matches, { limit, atMost, after }: RankedPage) {
  const count = raw(`${search.words.length}`);
  const pageSize = raw(`${limit}`);
  const meaning = meaningOf(search.words);
  const prepare = isUsual && !search.preference && search.words.length <= 2 && limit === PAGE_SIZE + 1;
  return all('search.rank', ranked, { prepare })`
    with ${ctes},
         ${meaning.cte},
         total as materialized (select count(*) as total from found),
         s as materialized (
           select s.* from found cross join lateral (
                  select * from product_search where product_id = found.product_id offset 0) s
            where (select total from total) <= ${raw(`${atMost}`)}),
         hits (product_id, word, tier) as (${hitsOf(search.words, meaning.hits)}),
         best as (select product_id, word, min(tier) as tier from hits group by 1, 2),
         scored as (select product_id, count(*) as words, sum(tier) as tiers, max(tier) as worst from best group by 1),
         facts as materialized (
           select s.product_id, s.featured_score, ${count} - coalesce(words, 0) as missing, coalesce(tiers, 0) as tiers,
                  coalesce(words = ${count} and worst <= ${NAME_TIER}, false) as named,
                  ${isPreferred(search.preference)} as preferred,
                  array_position(${search.skuProducts}::uuid[], s.product_id) as sku
             from s left join scored using (product_id)),
         named_in_stock as (select exists (select from facts f where f.named and ${IS_IN_STOCK}) as found),
         placed as materialized (
           select product_id, featured_score, sku, named and not (select found from named_in_stock) as kept,
                  preferred and missing = min(missing) over () as meets_all,
                  missing * ${MISSING} + case when preferred then 0 else ${OUTSIDE} end + tiers as penalty
             from facts),
         in_stock as materialized (
           select f.* from (
                  select product_id, featured_score, sku is not null or kept as always,
                         coalesce(sku - ${MISSING}, case when kept or meets_all then 0 else ${GROUP} end + penalty) as rank
                    from placed order by rank, featured_score desc, product_id desc offset 0) f
            where ${isAfter(after)} and (f.always or ${IS_IN_STOCK}) limit ${pageSize}),
         out_of_stock as (
           select f.* from (
                  select product_id, featured_score, false as always, 2 * ${GROUP} + penalty as rank
                    from placed where sku is null and not kept
                   order by rank, featured_score desc, product_id desc offset 0) f
            where (select count(*) from in_stock) < ${pageSize} and ${isAfter(after)} and not ${IS_IN_STOCK}
            limit ${pageSize}),
         page as materialized (
           select * from (select * from in_stock union all select * from out_of_stock) both_groups
            order by rank, featured_score desc, product_id desc limit ${pageSize}),
         cards as (
           select page.product_id as id, page.rank, page.featured_score as featured, ${CARD} as card
             from page
            cross join lateral (select * from product_cards where product_id = page.product_id offset 0) c
             ${CARD_JOINS})
    select cut.more, total.total, cards.id, cards.rank::text, cards.featured::text, cards.card
      from cut cross join total left join cards on true
     order by cards.rank, cards.featured desc, cards.id desc`;
}

/** Whether product `f` can be bought; looked up one by one, because few of all matches are asked for. */
const IS_IN_STOCK = sql`(select ${IN_STOCK} from products p where p.id = f.product_id)`;

const isPreferred = (preference: Preference | undefined) =>
  preference ? sql`(select ${conditions(preference)} from products p where p.id = s.product_id)` : ALWAYS;

const isAfter = (after: Place | undefined) =>
  after
    ? sql`(-f.rank, f.featured_score, f.product_id)
          < (-${after.rank}::bigint, ${after.featured}::bigint, ${after.id}::uuid)`
    : ALWAYS;

/** The last word of a name, without a remark in parentheses: "ring" of "Aurora Solitaire Ring". */
const KIND = sql`split_part(rtrim(split_part(split_part(s.texts, E'\n', 1), '(', 1)), ' ', -1)`;

/** One column for each field of these rows, as a table. */
function valuesOf(rows: { text: string; word: number; tier: number }[]) {
  return sql`unnest(${rows.map(({ text }) => text)}::text[], ${rows.map(({ word }) => word)}::int[],
                    ${rows.map(({ tier }) => tier)}::int[]) g (text, word, tier)`;
}

/** SQL for the tiers of all words in rows `s`; `termHits` for those of their terms. */
function hitsOf(words: QueryWord[], termHits: Fragment) {
  const kinds = words.flatMap((query, word) => query.kinds.map(({ kind, tier }) => ({ text: kind, word, tier })));
  const colors = words.flatMap(({ text }, word) => (isColor(text) ? [{ text, word, tier: tierOf('tag') }] : []));
  const hits = [
    termHits,
    sql`select product_id, g.word, g.tier from s join ${valuesOf(kinds)} on g.text = ${KIND}`,
    ...words.flatMap(({ text, vague }, at) =>
      vague ? [sql`select product_id, ${raw(`${at}`)}, ${LAST_TIER} from s where ${matchesText([text])}`] : [],
    ),
  ];
  if (colors.length > 0)
    hits.push(sql`select s.product_id, g.word, g.tier
                    from s join products p on p.id = s.product_id
                    join ${valuesOf(colors)} on g.text = any (string_to_array(lower(p.specifications ->> 'Color'), ' '))`);
  return join(hits, UNION_ALL);
}
