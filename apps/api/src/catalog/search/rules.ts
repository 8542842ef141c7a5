import type { SearchGroup, SearchInterpretation } from '@shop/contracts/catalog/search-schema';
import { type Cents, cents, lesser, toAmount } from '@shop/contracts/common/money';
import type { Match, ProductFilter } from '#catalog/rules.ts';

/**
 * How well a word matches a product, best first: as its kind (the last word of the name), as a whole word, as a synonym
 * that is a whole word, as the start or another part of a word.
 */
export const TIERS = [
  'kind',
  'name',
  'synonymName',
  'tag',
  'synonymTag',
  'label',
  'synonymLabel',
  'description',
  'synonymDescription',
  'nameStart',
  'namePart',
  'tagPart',
  'labelPart',
  'descriptionPart',
] as const;
export type Tier = (typeof TIERS)[number];
export const tierOf = (tier: Tier) => TIERS.indexOf(tier);

export const WHOLE_IN_NAME = tierOf('synonymName');
export const WHOLE = tierOf('synonymDescription');

/** The tiers of a match by name, tag, label and description. */
const PLACES: Record<'whole' | 'joined' | 'synonym' | 'start' | 'part', Tier[]> = {
  whole: ['name', 'tag', 'label', 'description'],
  // The "black" of "black-tie": in a text, less than the word itself.
  joined: ['name', 'tag', 'label', 'synonymDescription'],
  synonym: ['synonymName', 'synonymTag', 'synonymLabel', 'synonymDescription'],
  start: ['nameStart', 'tagPart', 'labelPart', 'descriptionPart'],
  part: ['namePart', 'tagPart', 'labelPart', 'descriptionPart'],
};

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
  /** About as many products have it at least: those of its most common form in one place. */
  atLeast: number;
  /** The kinds of product that it names, with the tier of such a match. */
  kinds: { kind: string; tier: number }[];
};

/** A corrected spelling. */
export type Correction = { typed: string; used: string };

/** What the products of a query should cost, and the sizes of which one should be in stock. */
export type Preference = { minPriceCents?: Cents; maxPriceCents?: Cents; sizes?: string[]; sizeIds?: string[] };

/**
 * A parsed query: its words with their terms, and the products whose SKU starts with it. `others` are words that are
 * found but do not count for the ranking: "for", or the words of a price.
 */
export type Search = {
  words: (QueryWord & { match: Match })[];
  others: { text: string; match: Match }[];
  skuProducts: string[];
  corrections: Correction[];
  preference?: Preference;
  /** An estimate of the number of published products. */
  productCount: number;
};

export type LexiconWord = {
  key: string;
  word: string;
  inNames: number;
  inTags: number;
  inLabels: number;
  inDescriptions: number;
};

/** The word itself with its singular and plural forms: a search for "rings" also finds "ring", and the reverse. */
export function wordForms(word: string) {
  const forms = [word];
  if (/[^s]s$/.test(word)) forms.push(word.slice(0, -1));
  if (/(ch|sh|s|x|z)es$/.test(word)) forms.push(word.slice(0, -2));
  if (/ves$/.test(word)) forms.push(`${word.slice(0, -3)}f`);
  if (/ies$/.test(word)) forms.push(`${word.slice(0, -3)}y`);
  if (/[^aeiou]y$/.test(word)) forms.push(`${word.slice(0, -1)}ies`);
  if (/(ch|sh|ss|x|z)$/.test(word)) forms.push(`${word}es`);
  else if (/[a-z]{2}f$/.test(word)) forms.push(`${word.slice(0, -1)}ves`);
  else if (/[a-z]{2}[a-rt-xz]$/.test(word)) forms.push(`${word}s`);
  return forms.filter((form) => form.length > 1 || form === word);
}

type WordMeanings = { fitting: LexiconWord[]; synonyms?: { word: string; fitting: LexiconWord[] }[]; vague: boolean };

/** The terms by tier of the lexicon words that match a query word or one of its synonyms. */
export function queryWord(text: string, { fitting, synonyms = [], vague }: WordMeanings): QueryWord {
  const forms = wordForms(text);
  const all = [...fitting, ...synonyms.flatMap((synonym) => synonym.fitting)];
  const sharedText = all.every(({ word }) => word.includes(text)) ? text : undefined;
  const tiers = TIERS.map((): Terms => ({ keys: [], estimate: 0, text: sharedText }));
  const add = ({ key, inNames, inTags, inLabels, inDescriptions }: LexiconWord, places: Tier[]) => {
    for (const [place, products] of [inNames, inTags, inLabels, inDescriptions].entries()) {
      const terms = tiers[tierOf(places[place] ?? 'descriptionPart')];
      terms?.keys.push(`${BigInt(key) | BigInt(place)}`);
      if (terms) terms.estimate += products;
    }
  };
  const counts = fitting.flatMap((found) => [found.inNames, found.inTags, found.inLabels, found.inDescriptions]);
  for (const found of fitting) add(found, PLACES[closeness(found.word, text, forms)]);
  for (const { fitting: meant } of synonyms) for (const found of meant) add(found, PLACES.synonym);
  const kinds = [
    ...forms.map((kind) => ({ kind, tier: tierOf('kind') })),
    ...synonyms.flatMap(({ word }) => wordForms(word)).map((kind) => ({ kind, tier: tierOf('synonymName') })),
  ];
  return { text, vague, tiers, atLeast: Math.max(0, ...counts), kinds };
}

/** The terms of these words for every place in a product: name, tag, label, description. */
export const termsOf = (words: LexiconWord[]) =>
  words.flatMap(({ key }) => [0n, 1n, 2n, 3n].map((place) => `${BigInt(key) | place}`));

/** Hyphens and other symbols also separate words. */
export function closeness(found: string, text: string, forms = wordForms(text)) {
  const parts = found.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (forms.includes(found) || (parts.length === 1 && forms.includes(parts[0] ?? ''))) return 'whole';
  if (parts.some((part) => forms.includes(part))) return 'joined';
  return [found, ...parts].some((part) => part.startsWith(text)) ? 'start' : 'part';
}

/** For sets of one word, which share their text. */
const joinTerms = (sets: Terms[]): Terms => ({
  keys: [...new Set(sets.flatMap(({ keys }) => keys))],
  estimate: sets.reduce((sum, { estimate }) => sum + estimate, 0),
  text: sets[0]?.text,
});

/** The terms of a word up to a tier. */
export const upTo = (tier: number) => (word: QueryWord) => joinTerms(word.tiers.slice(0, tier + 1));
export const anywhere = upTo(TIERS.length);

/** Alternatives; each needs one term of every set. */
export type Condition = Terms[][];

export const NONE: Terms = { keys: [], estimate: 0 };

/** Without alternatives that no product can meet. */
export const possible = (condition: Condition) => condition.filter((sets) => sets.every(({ keys }) => keys.length > 0));

export const isKnown = ({ tiers }: QueryWord) => tiers.some(({ keys }) => keys.length > 0);

/** Both filters; of two lists of sizes the first one. */
export function combineFilters(filter: ProductFilter, { sizes, sizeIds, ...other }: Preference): ProductFilter {
  const unlimited = cents(Number.MAX_SAFE_INTEGER);
  const max = lesser(filter.maxPriceCents ?? unlimited, other.maxPriceCents ?? unlimited);
  return {
    ...filter,
    minPriceCents: cents(Math.max(filter.minPriceCents ?? 0, other.minPriceCents ?? 0)) || undefined,
    maxPriceCents: max === unlimited ? undefined : max,
    ...(filter.sizes ? {} : { sizes, sizeIds }),
  };
}

/** About as many products match at most, by the counts of the lexicon: all, if a word has none or is matched as text. */
export function estimateMatches({ words, others, productCount }: Search) {
  if (others.length > 0 || words.some(({ match }) => match.text !== undefined)) return productCount;
  const estimates = words.flatMap(({ tiers }) => tiers.map(({ estimate }) => estimate));
  return estimates.reduce((sum, estimate) => sum + estimate, 0);
}

/** About as many products have the rarest of these words at most. */
export const estimateRarest = (words: QueryWord[]) =>
  Math.min(...words.map(({ tiers }) => tiers.reduce((sum, { estimate }) => sum + estimate, 0)));

/** What a search tells about how it understood its query, and the groups of its results. */
export function interpretationOf(typed: string[], search: Search, groups: SearchGroup[]): SearchInterpretation {
  const { corrections, preference } = search;
  const countOf = (group: SearchGroup) => groups.filter((one) => one === group).length;
  return {
    ...(corrections.length > 0 ? { corrected: correctedQuery(typed, corrections) } : {}),
    ...(preference?.minPriceCents === undefined ? {} : { minPrice: toAmount(preference.minPriceCents) }),
    ...(preference?.maxPriceCents === undefined ? {} : { maxPrice: toAmount(preference.maxPriceCents) }),
    ...(preference?.sizes ? { sizes: preference.sizes } : {}),
    groups: { best: countOf('best'), others: countOf('others'), outOfStock: countOf('outOfStock') },
  };
}

/** Corrections are in lower case and without accents. */
const correctedQuery = (typed: string[], corrections: Search['corrections']) =>
  typed
    .map((word) => corrections.find((correction) => correction.typed === withoutAccents(word))?.used ?? word)
    .join(' ');

const withoutAccents = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
