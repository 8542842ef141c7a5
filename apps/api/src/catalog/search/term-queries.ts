import { sql } from 'drizzle-orm';
import { synonymGroups } from '#catalog/synonyms/queries.ts';
import { type Db, PREPARED, preparedIf } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import { escapeLike } from '#platform/database/like.ts';
import { type LexiconWord, wordForms } from './rules.ts';

const COLUMNS = sql`w.key::text, w.word, w.in_names::float8, w.in_tags::float8, w.in_labels::float8,
                    w.in_descriptions::float8`;

/** A query word that is part of more lexicon words is vague: it is matched as text instead. */
export const MEANINGS_MAX = 250;

/** A trigram index needs three alphanumeric characters in a row. */
export const hasTrigram = (token: string) => /[\p{L}\p{N}]{3}/u.test(token);

/** What PostgreSQL's `search_tokens`, which depends on nothing else, has returned for a word. */
const tokensOf = new Map<string, string[]>();
const TOKENS_KEPT = 10_000;

/** The words normalized as in the lexicon, without duplicates, in their order. */
export async function listTokens(db: Db, words: string[]) {
  const unknown = words.filter((word) => !tokensOf.has(word));
  if (unknown.length > 0) {
    const { rows } = await db.execute<{ word: string; tokens: string[] }>(sql`${PREPARED}
      select word, (select coalesce(json_agg(token), '[]') from search_tokens(word) token) as tokens
        from unnest(${sql.param(unknown)}::text[]) word`);
    if (tokensOf.size > TOKENS_KEPT) tokensOf.clear();
    for (const { word, tokens } of rows) tokensOf.set(word, tokens);
  }
  return [...new Set(words.flatMap((word) => tokensOf.get(word) ?? []))];
}

/** For each token, the lexicon words that contain it and those that are a form of it. */
function fitting(tokens: string[]) {
  const selects = tokens.map((token, at) => {
    const place = inlineNumber(at);
    const byPairs = hasTrigram(token) ? sql`` : sql` and search_pairs(w.word) @> search_pairs(${token})`;
    const forms = sql`select search_key(form) from unnest(${sql.param(wordForms(token))}::text[]) form`;
    return sql`(select ${place} as place, true as part, ${COLUMNS} from search_words w
                 where w.word like ${`%${escapeLike(token)}%`}${byPairs} limit ${inlineNumber(MEANINGS_MAX + 1)})
               union all (select ${place}, false, ${COLUMNS} from search_words w where w.key in (${forms}))`;
  });
  return sql.join(selects, sql` union all `);
}

type FittingRow = LexiconWord & { place: number; part: boolean };
const byToken = (tokens: string[], rows: FittingRow[]) =>
  tokens.map((token, place) => ({
    token,
    parts: rows.filter((row) => row.place === place && row.part),
    forms: rows.filter((row) => row.place === place && !row.part),
  }));

export async function listFitting(db: Db, tokens: string[]) {
  const { rows } = await db.execute<FittingRow>(fitting(tokens));
  return byToken(tokens, rows);
}

/** With a trigram in each of them, the same plan is good for all tokens; those of longer queries are too different. */
const isPrepared = (tokens: string[]) => tokens.length <= 2 && tokens.every(hasTrigram);

type LookUpRow = { fitting: FittingRow[]; groups: string[][]; productCount: number };

/**
 * All that a query needs of the lexicon in one statement: the words that fit its tokens, the groups of synonyms with one
 * of `forms`, and an estimate of the number of published products from the planner's statistics.
 */
export async function lookUp(db: Db, tokens: string[], forms: string[]) {
  const { rows } = await db.execute<LookUpRow>(sql`${preparedIf(isPrepared(tokens))}
    select (select coalesce(json_agg(f), '[]') from (${fitting(tokens)}) f) as fitting,
           (select coalesce(json_agg(g.words), '[]') from (${synonymGroups(forms)}) g) as groups,
           (select greatest(reltuples, 1)::float8 from pg_class where oid = 'product_search'::regclass) as "productCount"`);
  const { fitting: found, groups, productCount } = rows[0] ?? { fitting: [], groups: [], productCount: 1 };
  return { found: byToken(tokens, found), groups, productCount };
}

/** The most common lexicon words with this prefix. */
export async function listStarting(db: Db, token: string) {
  const { rows } = await db.execute<LexiconWord>(sql`
    select ${COLUMNS} from search_words w where w.word like ${`${escapeLike(token)}%`}
     order by w.in_names desc limit ${inlineNumber(MEANINGS_MAX)}`);
  return rows;
}

/** The lexicon words most similar by trigrams, and the most common with the same first two characters. */
export async function listSimilar(db: Db, token: string) {
  const ofLength = sql`length(w.word) between ${token.length - 2} and ${token.length + 3}`;
  const prefix = `${escapeLike([...token].slice(0, 2).join(''))}%`;
  const { rows } = await db.execute<LexiconWord>(sql`
    (select ${COLUMNS} from search_words w where w.word % ${token} and ${ofLength}
      order by similarity(w.word, ${token}) desc limit 50)
    union (select ${COLUMNS} from search_words w where w.word like ${prefix} and ${ofLength}
            order by w.in_names desc limit 200)`);
  return rows;
}

/** Those of these lexicon words that a product has outside its description. Words that are common there are counted. */
export async function listNamed(db: Db, keys: string[]) {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<{ key: string }>(sql`${PREPARED}
    select w.key::text from search_words w
     where w.key = any (${sql.param(keys)}::bigint[])
       and (w.in_names + w.in_tags + w.in_labels > 0
            or exists (select from product_search s where s.terms && array[w.key, w.key | 1, w.key | 2]))`);
  return rows.map(({ key }) => key);
}

const SKU_PRODUCTS = inlineNumber(12);

/** Products with a variant whose SKU starts with this, an exact match first. */
export async function listProductsOfSku(db: Db, sku: string) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select v.product_id as id
      from (select product_id, upper(sku) as sku from variants
             where upper(sku) like ${`${escapeLike(sku.toUpperCase())}%`} and archived_at is null
             order by upper(sku) limit 200) v
      join product_search s using (product_id)
     group by v.product_id order by min(v.sku), v.product_id limit ${SKU_PRODUCTS}`);
  return rows.map(({ id }) => id);
}
