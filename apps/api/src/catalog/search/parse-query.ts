import { z } from 'zod';
import { escapeLike } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, number, present, type Row, text, uuid } from '#platform/database/row.ts';
import { all, join, one, raw, sql, when } from '#platform/database/sql.ts';
import { isEnglishWord } from './english-words.ts';
import { UNION_ALL } from './filter-queries.ts';
import { readPhrases } from './phrase-rules.ts';
import { type Correction, closeness, type LexiconWord, queryWord, type Search, termsOf, wordForms } from './rules.ts';
import { closestSpellings } from './spelling-rules.ts';
import { listSimilarSynonyms, listSynonymGroups, synonymGroups } from './synonym-queries.ts';
import { phraseSynonyms, phrasesIn, synonymsIn } from './synonym-rules.ts';

/** Spelling corrections per query: more unknown words than this are not typos. */
const CORRECTIONS_MAX = 5;
/** Only such words are corrected: numbers and symbols are taken literally. */
const THREE_CHARACTERS = /\p{L}{3}/u;
const SKU = /^(?=.*\d)[\w-]{3,64}$/;

/** Further words of a query are ignored. */
const WORDS_MAX = 10;
/** A query word contained in more lexicon words than this is matched as text. */
const PARTS_MAX = 12;
/** Further synonyms of the words of a query are ignored. */
const SYNONYMS_MAX = 30;

type Fitting = Awaited<ReturnType<typeof listFitting>>[number];

/** With `exact`, unknown words are not corrected. */
export async function parseSearchQuery(db: Db, typed: string[], { exact = false } = {}): Promise<Search> {
  const [first = '', ...more] = typed;
  const tokens = (await listTokens(db, typed.slice(0, WORDS_MAX))).slice(0, WORDS_MAX);
  const skuProducts = more.length === 0 && SKU.test(first) ? await listProductsOfSku(db, first) : [];
  if (tokens.length === 0) return { words: [], others: [], skuProducts, corrections: [], productCount: 1 };

  const { preference, unranked } = readPhrases(typed.slice(0, WORDS_MAX));
  const forms = [
    ...tokens.filter((token) => !unranked.has(token)).flatMap((token) => wordForms(token)),
    ...phrasesIn(tokens).flatMap((phrase) => phrase.forms),
  ];
  const { found, groups, productCount } = await lookUp(db, tokens, forms);
  const others = found
    .filter(({ token }) => unranked.has(token))
    .map(({ token, parts }) => ({ text: token, match: matchOf(token, parts, []) }));
  const ranked = found.filter(({ token }) => !unranked.has(token));
  const ofPhrases = phraseSynonyms(groups, tokens);
  const corrections =
    exact || skuProducts.length > 0
      ? []
      : await correctSpelling(
          db,
          ranked.filter((word) => !ofPhrases.has(word.token) && isUnknown(word, groups)),
        );
  const words = await readMeanings(db, await withCorrections(db, ranked, { groups, ofPhrases, corrections }));
  return { words, others, skuProducts, corrections, preference, productCount };
}

const matchOf = (token: string, fitting: LexiconWord[], others: LexiconWord[]) =>
  fitting.length > PARTS_MAX ? { keys: termsOf(others), text: token } : { keys: termsOf([...others, ...fitting]) };

const isUnknown = ({ token, parts, forms }: Fitting, groups: string[][]) =>
  parts.length === 0 &&
  forms.length === 0 &&
  THREE_CHARACTERS.test(token) &&
  synonymsIn(groups, token).length === 0 &&
  !isEnglishWord(token);

/** Towards synonyms and words that name a product, a brand or a category; those of descriptions are of any kind. */
async function correctSpelling(db: Db, unknown: Fitting[]) {
  const corrections: Correction[] = [];
  for (const { token } of unknown.slice(0, CORRECTIONS_MAX)) {
    const similar = [...(await db.run(listSimilar(token))), ...(await db.run(listSimilarSynonyms(token)))];
    const close = closestSpellings(token, similar);
    const named = await listNamed(
      db,
      close.flatMap(({ key }) => key ?? []),
    );
    const used = close.find(({ key }) => key === undefined || named.includes(key));
    if (used) corrections.push({ typed: token, used: used.word });
  }
  return corrections;
}

type Understood = { groups: string[][]; ofPhrases: Map<string, string[]>; corrections: Correction[] };

/** Each word with its synonyms, in a phrase those of the phrase; a corrected one as if it had been typed correctly. */
async function withCorrections(db: Db, found: Fitting[], { groups, ofPhrases, corrections }: Understood) {
  const used = corrections.map((correction) => correction.used);
  const corrected = used.length > 0 ? await listFitting(db, used) : [];
  const ofCorrected = used.length > 0 ? await listSynonymGroups(db, used.flatMap(wordForms)) : [];
  return found.map((word) => {
    const meant = corrected[corrections.findIndex(({ typed }) => typed === word.token)] ?? word;
    const synonyms = ofPhrases.get(word.token) ?? synonymsIn([...groups, ...ofCorrected], meant.token);
    return { ...meant, synonyms };
  });
}

async function readMeanings(db: Db, found: (Fitting & { synonyms: string[] })[]) {
  const looked = [...new Set(found.flatMap(({ synonyms }) => synonyms))].slice(0, SYNONYMS_MAX);
  const synonymFitting = new Map(
    (looked.length > 0 ? await listFitting(db, looked) : []).map(({ token, parts, forms }) => [
      token,
      unique([...forms, ...parts.filter(({ word }) => ['whole', 'joined'].includes(closeness(word, token)))]),
    ]),
  );
  const words = [];
  for (const { token, parts, forms, synonyms: meant } of found) {
    const vague = parts.length > MEANINGS_MAX;
    const starting = vague && hasTrigram(token) ? await db.run(listStarting(token)) : [];
    const fitting = unique([...forms, ...(vague ? starting : parts)]);
    const synonyms = meant.map((word) => ({ word, fitting: synonymFitting.get(word) ?? [] }));
    const beyond = [...forms.filter(({ word }) => !word.includes(token)), ...synonyms.flatMap((one) => one.fitting)];
    words.push({ ...queryWord(token, { fitting, synonyms, vague }), match: matchOf(token, parts, unique(beyond)) });
  }
  return words;
}

const unique = (words: LexiconWord[]) => [...new Map(words.map((word) => [word.key, word])).values()];

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
const MEANINGS_MAX = 250;
const MEANINGS = raw(`${MEANINGS_MAX}`);
const BEYOND_MEANINGS = raw(`${MEANINGS_MAX + 1}`);

/** A trigram index needs three alphanumeric characters in a row. */
const hasTrigram = (token: string) => /[\p{L}\p{N}]{3}/u.test(token);

/** What PostgreSQL's `search_tokens`, which depends on nothing else, has returned for a word. */
const tokensOf = new Map<string, string[]>();
const TOKENS_KEPT = 10_000;
const Texts = z.array(z.string());

/** The words normalized as in the lexicon, without duplicates, in their order. */
async function listTokens(db: Db, words: string[]) {
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

async function listFitting(db: Db, tokens: string[]) {
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
async function lookUp(db: Db, tokens: string[], forms: string[]) {
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
const listStarting = (token: string) =>
  all('search.listStarting', lexiconWord)`
    select ${COLUMNS} from search_words w where w.word like ${`${escapeLike(token)}%`}
     order by w.in_names desc limit ${MEANINGS}`;

/** The lexicon words most similar by trigrams, and the most common with the same first two characters. */
function listSimilar(token: string) {
  const ofLength = sql`length(w.word) between ${token.length - 2} and ${token.length + 3}`;
  const prefix = `${escapeLike([...token].slice(0, 2).join(''))}%`;
  return all('search.listSimilar', lexiconWord)`
    (select ${COLUMNS} from search_words w where w.word % ${token} and ${ofLength}
      order by similarity(w.word, ${token}) desc limit 50)
    union (select ${COLUMNS} from search_words w where w.word like ${prefix} and ${ofLength}
            order by w.in_names desc limit 200)`;
}

/** Those of these lexicon words that a product has outside its description. Words that are common there are counted. */
async function listNamed(db: Db, keys: string[]) {
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
async function listProductsOfSku(db: Db, sku: string) {
  const rows = await db.run(all('search.listProductsOfSku', { id: uuid })`
    select v.product_id as id
      from (select product_id, upper(sku) as sku from variants
             where upper(sku) like ${`${escapeLike(sku.toUpperCase())}%`} and archived_at is null
             order by upper(sku) limit 200) v
      join product_search s using (product_id)
     group by v.product_id order by min(v.sku), v.product_id limit ${SKU_PRODUCTS}`);
  return rows.map(({ id }) => id);
}
