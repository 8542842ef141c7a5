import type { Db } from '#platform/database/db.ts';
import { isEnglishWord } from './english-words.ts';
import { readPhrases } from './phrase-rules.ts';
import { type Correction, closeness, type LexiconWord, queryWord, type Search, termsOf, wordForms } from './rules.ts';
import { closestSpellings } from './spelling-rules.ts';
import { listSimilarSynonyms, listSynonymGroups } from './synonym-queries.ts';
import { phraseSynonyms, phrasesIn, synonymsIn } from './synonym-rules.ts';
import {
  hasTrigram,
  listFitting,
  listNamed,
  listProductsOfSku,
  listSimilar,
  listStarting,
  listTokens,
  lookUp,
  MEANINGS_MAX,
} from './term-queries.ts';

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
