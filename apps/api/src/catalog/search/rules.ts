import type { Match } from '#catalog/rules.ts';

/** Where in a product a word occurs, best first. In names, how well the word matches counts as well. */
export const TIERS = ['nameWord', 'nameStart', 'namePart', 'tag', 'label', 'description'] as const;

/**
 * Terms of which a product must have one, and roughly how many products have them; 0 for rare ones. If `text` is set,
 * every product with one of the terms contains it.
 */
type Terms = { keys: string[]; estimate: number; text?: string };

/** One word of a query with its terms by tier. With too many meanings it is vague and matched as text. */
export type QueryWord = {
  text: string;
  vague: boolean;
  tiers: Terms[];
};

/** A parsed query: its words with their terms, and the products whose SKU starts with it. */
export type Search = { words: (QueryWord & { match: Match })[]; skuProducts: string[] };

export type LexiconWord = {
  key: string;
  word: string;
  in_names: number;
  in_tags: number;
  in_labels: number;
  in_descriptions: number;
};

/** The word itself with its singular and plural forms: a search for "rings" also finds "ring". */
export function wordForms(word: string) {
  const forms = [word];
  if (/[^s]s$/.test(word)) forms.push(word.slice(0, -1));
  if (/(ch|sh|s|x|z)es$/.test(word)) forms.push(word.slice(0, -2));
  if (/ves$/.test(word)) forms.push(`${word.slice(0, -3)}f`);
  if (/ies$/.test(word)) forms.push(`${word.slice(0, -3)}y`);
  if (/[^aeiou]y$/.test(word)) forms.push(`${word.slice(0, -1)}ies`);
  return forms.filter((form) => form.length > 1 || form === word);
}

/** The terms by tier of the lexicon words that match a query word. */
export function queryWord(text: string, fitting: LexiconWord[], vague: boolean): QueryWord {
  const forms = wordForms(text);
  const sharedText = fitting.every(({ word }) => word.includes(text)) ? text : undefined;
  const tiers = TIERS.map((): Terms => ({ keys: [], estimate: 0, text: sharedText }));
  const add = (tier: number, key: string, place: bigint, products: number) => {
    const terms = tiers[tier];
    terms?.keys.push(`${BigInt(key) | place}`);
    if (terms) terms.estimate += products;
  };
  for (const { key, word, ...products } of fitting) {
    add(closeness(word, text, forms), key, 0n, products.in_names);
    add(3, key, 1n, products.in_tags);
    add(4, key, 2n, products.in_labels);
    add(5, key, 3n, products.in_descriptions);
  }
  return { text, vague, tiers };
}

/** The terms of these words for every place in a product: name, tag, label, description. */
export const termsOf = (words: LexiconWord[]) =>
  words.flatMap(({ key }) => [0n, 1n, 2n, 3n].map((place) => `${BigInt(key) | place}`));

/** 0 for a whole word, 1 for the start of one, 2 for anything else. Hyphens and other symbols also separate words. */
function closeness(found: string, text: string, forms: string[]) {
  const parts = [found, ...found.split(/[^\p{L}\p{N}]+/u)];
  if (parts.some((part) => forms.includes(part))) return 0;
  return parts.some((part) => part.startsWith(text)) ? 1 : 2;
}

/** For sets of one word, which share their text. */
const joinTerms = (sets: Terms[]): Terms => ({
  keys: [...new Set(sets.flatMap(({ keys }) => keys))],
  estimate: sets.reduce((sum, { estimate }) => sum + estimate, 0),
  text: sets[0]?.text,
});

const inName = (word: QueryWord) => joinTerms(word.tiers.slice(0, 3));
const anywhere = (word: QueryWord) => joinTerms(word.tiers);

/** Alternatives; each needs one term of every set. */
export type Condition = Terms[][];

/**
 * The order of results if there are too many to rank individually: all words before some, names before
 * tags before brand and category before descriptions. Within a stage products are in featured order.
 */
export function searchStages(words: QueryWord[]): Condition[] {
  const some: Condition[] = TIERS.map((_, tier) => words.map(({ tiers }) => [tiers[tier] ?? NONE]));
  const all: Condition[] =
    words.length < 2
      ? []
      : [
          [words.map(({ tiers }) => tiers[0] ?? NONE)],
          [words.map(inName)],
          [words.map(anywhere)],
          // One word too many is the most common reason why no product has all words.
          words.length > 2 ? words.map((omitted) => words.filter((word) => word !== omitted).map(anywhere)) : [],
        ];
  return [...all, ...some].map(possible);
}

/** SQL for a product's stage, over the best tier of each of its words; stages are numbered from `first`. */
export function shopperStageOf(words: number, first: number) {
  const all = [
    `when count(*) = ${words} and max(tier) = 0 then ${first}`,
    `when count(*) = ${words} and max(tier) <= 2 then ${first + 1}`,
    `when count(*) = ${words} then ${first + 2}`,
    ...(words > 2 ? [`when count(*) = ${words - 1} then ${first + 3}`] : []),
  ];
  return words < 2 ? `when true then ${first} + min(tier)` : `${all.join(' ')} else ${first + 4} + min(tier)`;
}

/** Names only: the word being typed first as a prefix, then as any substring. */
export function suggestionStages(words: QueryWord[]): Condition[] {
  const typed = words.at(-1);
  if (!typed) return [];
  const before = words.slice(0, -1).map(inName);
  return [[[...before, joinTerms(typed.tiers.slice(0, 2))]], [[...before, inName(typed)]]].map(possible);
}

export function suggestedStageOf(words: number, first: number) {
  const inName = `count(*) filter (where tier <= 2) = ${words}`;
  return `when ${inName} and min(tier) filter (where word = ${words - 1}) <= 1 then ${first} when ${inName} then ${first + 1}`;
}

/** Estimated share of products that meet a condition, assuming that words occur independently. */
export const shareOf = (condition: Condition, productCount: number) =>
  condition.reduce(
    (sum, sets) => sum + sets.reduce((share, { estimate }) => share * Math.min(1, estimate / productCount), 1),
    0,
  );

const NONE: Terms = { keys: [], estimate: 0 };
const possible = (condition: Condition) => condition.filter((sets) => sets.every(({ keys }) => keys.length > 0));

/** Spelling correction: the similar words with the smallest edit distance, if that is small enough for a typo. */
export function closestSpellings(typed: string, similar: LexiconWord[]) {
  const distances = similar.map((word) => ({
    word,
    distance: editDistance(typed, word.word.replace(/[^\p{L}\p{N}]+$/u, '')),
  }));
  const nearest = Math.min(...distances.map(({ distance }) => distance));
  if (nearest > Math.max(1, Math.floor(typed.length / 3))) return [];
  return distances.filter(({ distance }) => distance === nearest).map(({ word }) => word);
}

/** Damerau-Levenshtein edit distance: characters to insert, delete, substitute or swap with their neighbor. */
export function editDistance(from: string, to: string) {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          at(above, j) + 1,
          at(row, j - 1) + 1,
          at(above, j - 1) + same,
          swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, above] = [above, row];
  }
  return at(above, to.length);
}

const at = (row: number[], place: number) => row[place] ?? Number.POSITIVE_INFINITY;
