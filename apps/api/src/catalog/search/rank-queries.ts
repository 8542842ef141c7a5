import { PAGE_SIZE } from '@shop/contracts/catalog/constants';
import { type SQL, sql } from 'drizzle-orm';
import { IN_STOCK } from '#catalog/stock-queries.ts';
import { CARD, CARD_JOINS } from '#catalog/storefront/card-queries.ts';
import { type Db, preparedIf } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline-number.ts';
import { conditions, matchesText, UNION_ALL } from './filter-queries.ts';
import { meanings, type Place } from './queries.ts';
import { isColor } from './query/phrase-rules.ts';
import { type QueryWord, type Search, TIERS, tierOf } from './rules.ts';

/** Rank penalties. A missing word counts more than all others in the worst tiers, a group more than all words. */
const MISSING = inlineNumber(1_000);
const OUTSIDE = inlineNumber(500);
const GROUP = inlineNumber(1_000_000);
const GROUP_SIZE = 1_000_000;
/** The tier of matches by text. */
const LAST_TIER = inlineNumber(TIERS.length);

/** The group of results that a rank belongs to: those that meet the whole query, others, and those out of stock. */
export const groupOf = (rank: string) =>
  (['best', 'others', 'outOfStock'] as const)[groupNumber(Number(rank))] ?? 'best';
const groupNumber = (rank: number) => Math.max(0, Math.floor(rank / GROUP_SIZE));

/** The last word of a name, without a remark in parentheses: "ring" of "Aurora Solitaire Ring". */
const KIND = sql`substring(regexp_replace(split_part(s.texts, E'\n', 1), ' *[(].*$', '') from '[^ ]+$')`;

/** One column for each field of these rows, as a table. */
function valuesOf(rows: { text: string; word: number; tier: number }[]) {
  const list = (column: (row: (typeof rows)[number]) => unknown) => sql.param(rows.map(column));
  return sql`unnest(${list(({ text }) => text)}::text[], ${list(({ word }) => word)}::int[],
                    ${list(({ tier }) => tier)}::int[]) g (text, word, tier)`;
}

/** SQL for the tiers of all words in rows `s`. */
function hitsOf(words: QueryWord[]) {
  const kinds = words.flatMap((query, word) => query.kinds.map(({ kind, tier }) => ({ text: kind, word, tier })));
  const colors = words.flatMap(({ text }, word) => (isColor(text) ? [{ text, word, tier: tierOf('tag') }] : []));
  const hits: SQL[] = [
    sql`select product_id, m.word, m.tier from s, unnest(s.terms) term join meaning m on m.key = term`,
    sql`select product_id, g.word, g.tier from s join ${valuesOf(kinds)} on g.text = ${KIND}`,
    ...words.flatMap(({ text, vague }, at) =>
      vague ? [sql`select product_id, ${inlineNumber(at)}, ${LAST_TIER} from s where ${matchesText([text])}`] : [],
    ),
  ];
  if (colors.length > 0)
    hits.push(sql`select s.product_id, g.word, g.tier
                    from s join products p on p.id = s.product_id
                    join ${valuesOf(colors)} on g.text = any (string_to_array(lower(p.specifications ->> 'Color'), ' '))`);
  return sql.join(hits, UNION_ALL);
}

/**
 * A page of these products with their cards, ranked individually: SKU matches first, then those in stock, by the number
 * of matching words, price and size, and the tiers of their words. A product that is out of stock keeps its place if only
 * such products have all words as whole words in their names.
 */
export async function searchRanked(
  db: Db,
  search: Search,
  { ids, limit, after }: { ids: string[]; limit: number; after?: Place },
) {
  const sku = sql`array_position(${sql.param(search.skuProducts)}::uuid[], product_id)`;
  const beyond = after
    ? sql`where (-rank, featured_score, product_id)
                < (-${after.rank}::bigint, ${after.featured}::bigint, ${after.id}::uuid)`
    : sql``;
  const count = inlineNumber(search.words.length);
  const isPrepared = !search.preference && search.words.length <= 2 && limit === PAGE_SIZE + 1;
  const { rows } = await db.execute<Place & { card: string }>(sql`${preparedIf(isPrepared)}
    with meaning as materialized (${meanings(search)}),
         s as materialized (select * from product_search where product_id = any (${sql.param(ids)}::uuid[])),
         hits (product_id, word, tier) as (${hitsOf(search.words)}),
         best as (select product_id, word, min(tier) as tier from hits group by 1, 2),
         scored as (select product_id, count(*) as words, sum(tier) as tiers, max(tier) as worst from best group by 1),
         facts as materialized (select s.product_id, s.featured_score, ${count} - coalesce(words, 0) as missing,
                          coalesce(tiers, 0) as tiers,
                          coalesce(words = ${count} and worst <= ${inlineNumber(tierOf('name'))}, false) as named,
                          ${IN_STOCK} as in_stock, ${conditions(search.preference ?? {})} as preferred
                     from s join products p on p.id = s.product_id left join scored using (product_id)),
         grouped as (select *, case when in_stock and preferred and missing = min(missing) over () then 0
                                    when named and not in_stock and not bool_or(named and in_stock) over () then 0
                                    when in_stock then 1 else 2 end as place
                       from facts),
         ranked as (select product_id, featured_score,
                           coalesce(${sku} - ${MISSING},
                                    place * ${GROUP} + missing * ${MISSING}
                                    + case when preferred then 0 else ${OUTSIDE} end + tiers)::bigint as rank
                      from grouped),
         page as materialized (select * from ranked ${beyond} order by rank, featured_score desc, product_id desc
                                limit ${inlineNumber(limit)})
    select page.product_id as id, page.rank::text, page.featured_score::text as featured, ${CARD} as card
      from page
     cross join lateral (select * from product_cards where product_id = page.product_id offset 0) c
      ${CARD_JOINS}
     order by page.rank, page.featured_score desc, page.product_id desc`);
  return rows;
}

/** Those of these products that cannot be bought. */
export async function listOutOfStock(db: Db, ids: string[]) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from products p where p.id = any (${sql.param(ids)}::uuid[]) and not ${IN_STOCK}`);
  return new Set(rows.map(({ id }) => id));
}
