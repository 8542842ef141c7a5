import { z } from 'zod';
import type { Db } from '#platform/database/db.ts';
import { escapeLike } from '#platform/database/like.ts';
import { bool, json, number, present, type Row, text, uuid } from '#platform/database/row.ts';
import { all, join, one, raw, sql, when } from '#platform/database/sql.ts';
import { UNION_ALL } from './filter-queries.ts';
import { wordForms } from './rules.ts';
import { synonymGroups } from './synonym-queries.ts';

/** Named as in JSON. */
const COLUMNS = raw(`w.key::text, w.word, w.in_names as "inNames", w.in_tags as "inTags", w.in_labels as "inLabels",
                    w.in_descriptions as "inDescriptions"`);
const lexiconWord = {
  key: text,
  word: text,
  inNames: number,
  inTags: number,
  inLabels: number,
  inDescriptions: number,
};

/** A query word that is part of more lexicon words is vague: it is matched as text instead. */
export const MEANINGS_MAX = 250;
const MEANINGS = raw(`${MEANINGS_MAX}`);
const BEYOND_MEANINGS = raw(`${MEANINGS_MAX + 1}`);

/** A trigram index needs three alphanumeric characters in a row. */
export const hasTrigram = (token: string) => /[\p{L}\p{N}]{3}/u.test(token);

/** What PostgreSQL's `search_tokens`, which depends on nothing else, has returned for a word. */
const tokensOf = new Map<string, string[]>();
const TOKENS_KEPT = 10_000;
const Texts = z.array(z.string());

/** The words normalized as in the lexicon, without duplicates, in their order. */
export async function listTokens(db: Db, words: string[]) {
  const unknown = words.filter((word) => !tokensOf.has(word));
  if (unknown.length > 0) {
    const rows = await db.run(all('search.listTokens', { word: text, tokens: json(Texts) }, { prepare: true })`
      select word, (select coalesce(json_agg(token), '[]') from search_tokens(word) token) as tokens
        from unnest(${unknown}::text[]) word`);
    if (tokensOf.size > TOKENS_KEPT) tokensOf.clear();
    for (const { word, tokens } of rows) tokensOf.set(word, tokens);
  }
  return [...new Set(words.flatMap((word) => tokensOf.get(word) ?? []))];
}

/** For each token, the lexicon words that contain it and those that are a form of it. */
function fitting(tokens: string[]) {
  const selects = tokens.map((token, at) => {
    const place = raw(`${at}`);
    const byPairs = when(!hasTrigram(token), sql` and search_pairs(w.word) @> search_pairs(${token})`);
    const forms = sql`select search_key(form) from unnest(${wordForms(token)}::text[]) form`;
    return sql`(select ${place} as place, true as part, ${COLUMNS} from search_words w
                 where w.word like ${`%${escapeLike(token)}%`}${byPairs} limit ${BEYOND_MEANINGS})
               union all (select ${place}, false, ${COLUMNS} from search_words w where w.key in (${forms}))`;
  });
  return join(selects, UNION_ALL);
}

const fittingRow = { place: number, part: bool, ...lexiconWord };
type FittingRow = Row<typeof fittingRow>;
const byToken = (tokens: string[], rows: FittingRow[]) =>
  tokens.map((token, place) => ({
    token,
    parts: rows.filter((row) => row.place === place && row.part),
    forms: rows.filter((row) => row.place === place && !row.part),
  }));

export async function listFitting(db: Db, tokens: string[]) {
  return byToken(tokens, await db.run(all('search.listFitting', fittingRow)`${fitting(tokens)}`));
}

/** With a trigram in each of them, the same plan is good for all tokens; those of longer queries are too different. */
const isPrepared = (tokens: string[]) => tokens.length <= 2 && tokens.every(hasTrigram);

const FittingRows = z.array(
  z.object({
    place: z.number(),
    part: z.boolean(),
    key: z.string(),
    word: z.string(),
    inNames: z.number(),
    inTags: z.number(),
    inLabels: z.number(),
    inDescriptions: z.number(),
  }),
);
const understood = {
  fitting: json(FittingRows),
  groups: json(z.array(Texts)),
  productCount: present(number, 'the table exists'),
};

/**
 * All that a query needs of the lexicon in one statement: the words that fit its tokens, the groups of synonyms with one
 * of `forms`, and an estimate of the number of published products from the planner's statistics.
 */
export async function lookUp(db: Db, tokens: string[], forms: string[]) {
  const {
    fitting: found,
    groups,
    productCount,
  } = await db.run(one('search.lookUp', understood, {
    prepare: isPrepared(tokens),
  })`
    select (select coalesce(json_agg(f), '[]') from (${fitting(tokens)}) f) as fitting,
           (select coalesce(json_agg(g.words), '[]') from (${synonymGroups(forms)}) g) as groups,
           (select greatest(reltuples, 1) from pg_class where oid = 'product_search'::regclass) as product_count`);
  return { found: byToken(tokens, found), groups, productCount };
}

/** The most common lexicon words with this prefix. */
export const listStarting = (token: string) =>
  all('search.listStarting', lexiconWord)`
    select ${COLUMNS} from search_words w where w.word like ${`${escapeLike(token)}%`}
     order by w.in_names desc limit ${MEANINGS}`;

/** The lexicon words most similar by trigrams, and the most common with the same first two characters. */
export function listSimilar(token: string) {
  const ofLength = sql`length(w.word) between ${token.length - 2} and ${token.length + 3}`;
  const prefix = `${escapeLike([...token].slice(0, 2).join(''))}%`;
  return all('search.listSimilar', lexiconWord)`
    (select ${COLUMNS} from search_words w where w.word % ${token} and ${ofLength}
      order by similarity(w.word, ${token}) desc limit 50)
    union (select ${COLUMNS} from search_words w where w.word like ${prefix} and ${ofLength}
            order by w.in_names desc limit 200)`;
}

/** Those of these lexicon words that a product has outside its description. Words that are common there are counted. */
export async function listNamed(db: Db, keys: string[]) {
  if (keys.length === 0) return [];
  const rows = await db.run(all('search.listNamed', { key: text }, { prepare: true })`
    select w.key::text from search_words w
     where w.key = any (${keys}::bigint[])
       and (w.in_names + w.in_tags + w.in_labels > 0
            or exists (select from product_search s where s.terms && array[w.key, w.key | 1, w.key | 2]))`);
  return rows.map(({ key }) => key);
}

const SKU_PRODUCTS = raw('12');

/** Products with a variant whose SKU starts with this, an exact match first. */
export async function listProductsOfSku(db: Db, sku: string) {
  const rows = await db.run(all('search.listProductsOfSku', { id: uuid })`
    select v.product_id as id
      from (select product_id, upper(sku) as sku from variants
             where upper(sku) like ${`${escapeLike(sku.toUpperCase())}%`} and archived_at is null
             order by upper(sku) limit 200) v
      join product_search s using (product_id)
     group by v.product_id order by min(v.sku), v.product_id limit ${SKU_PRODUCTS}`);
  return rows.map(({ id }) => id);
}
