import { type Cents, toCents } from '@shop/contracts/common/money';
import type { Preference } from './rules.ts';

/** Words that say nothing about a product. They are found, as the match rule requires, but not ranked. */
const STOP_WORDS = new Set(
  'a an and any anything are at by for from i in is it like me my of on or some something that the this to want with you your'.split(
    ' ',
  ),
);

const AMOUNT = /^[$€£]?(\d{1,6}(?:\.\d{1,2})?)(?:\$|usd)?$/;
const CURRENCY = new Set(['dollar', 'dollars', 'usd', '$', 'bucks']);
const BELOW = ['under', 'below', 'less than', 'cheaper than', 'up to', 'at most', 'no more than', 'maximum', 'max'];
const ABOVE = ['over', 'above', 'more than', 'at least', 'minimum', 'min'];

const SIZE_WORDS = new Set(['size', 'sizes', 'sz', 'waist']);
const REGIONS = new Set(['us', 'uk', 'eu']);
const NUMBER_SIZE = /^\d{1,2}(\.5)?$/;
/** Sizes by the words and signs for them; those of two or more signs are sizes without the word "size", too. */
const NAMED_SIZES: Record<string, string> = {
  xxs: 'XXS',
  xs: 'XS',
  s: 'S',
  small: 'S',
  m: 'M',
  medium: 'M',
  l: 'L',
  large: 'L',
  xl: 'XL',
  xxl: 'XXL',
};
const CLEAR_SIZES = new Set(['xxs', 'xs', 'xl', 'xxl']);

type Phrase = { length: number; preference: Preference };

/** Prices and sizes in the words of a query, and the words that do not count for the ranking because of it. */
export function readPhrases(typed: string[]): { preference?: Preference; unranked: Set<string> } {
  const words = typed.map((word) => word.toLowerCase());
  const unranked = new Set<string>();
  let preference: Preference | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const rest = words.slice(at);
    const found = priceIn(rest) ?? sizeIn(rest);
    if (!found) continue;
    preference = { ...preference, ...found.preference };
    for (const word of rest.slice(0, found.length)) unranked.add(word);
    at += found.length - 1;
  }
  for (const word of words) if (STOP_WORDS.has(word)) unranked.add(word);
  // A query of such words alone is searched for as it is.
  return preference || words.some((word) => !unranked.has(word))
    ? { preference, unranked }
    : { unranked: new Set<string>() };
}

const centsOf = (word: string | undefined) => {
  const [, amount] = AMOUNT.exec(word ?? '') ?? [];
  return amount === undefined ? undefined : toCents(Number(amount));
};

function priceIn(words: string[]): Phrase | undefined {
  const range = rangeIn(words);
  if (range) return withCurrency(words, range);
  for (const [phrases, bound] of [[BELOW, 'maxPriceCents'] as const, [ABOVE, 'minPriceCents'] as const]) {
    const phrase = phrases.find((one) => words.slice(0, one.split(' ').length).join(' ') === one);
    const length = phrase?.split(' ').length ?? 0;
    const cents = phrase && centsOf(words[length]);
    if (cents !== undefined && cents !== '')
      return withCurrency(words, { length: length + 1, preference: { [bound]: cents } });
  }
  return undefined;
}

/** "between 50 and 100", "from $50 to $100" or "$50-$100". */
function rangeIn([first = '', low, to = '', high]: string[]): Phrase | undefined {
  const [, from, until] = /^\$(\d{1,6})-\$?(\d{1,6})$/.exec(first) ?? [];
  if (from && until) return rangePhrase(1, toCents(Number(from)), toCents(Number(until)));
  if (!['between', 'from'].includes(first) || !['and', 'to', '-'].includes(to)) return undefined;
  const [min, max] = [centsOf(low), centsOf(high)];
  return min === undefined || max === undefined ? undefined : rangePhrase(4, min, max);
}

const rangePhrase = (length: number, ...[one, other]: [Cents, Cents]): Phrase => ({
  length,
  preference: one < other ? { minPriceCents: one, maxPriceCents: other } : { minPriceCents: other, maxPriceCents: one },
});

const withCurrency = (words: string[], { length, preference }: Phrase): Phrase => ({
  length: CURRENCY.has(words[length] ?? '') ? length + 1 : length,
  preference,
});

/** "size 7", "size us 7", "us 7", "size m", "medium size" or "xl". */
function sizeIn([first = '', second = '', third = '']: string[]): Phrase | undefined {
  const hasRegion = REGIONS.has(second);
  if (SIZE_WORDS.has(first)) {
    const sizes = sizesOf(hasRegion ? third : second, hasRegion ? second : undefined);
    return sizes && { length: hasRegion ? 3 : 2, preference: { sizes } };
  }
  if (REGIONS.has(first) && NUMBER_SIZE.test(second)) return phraseOf(2, sizesOf(second, first));
  if (SIZE_WORDS.has(second) && NAMED_SIZES[first]) return phraseOf(2, sizesOf(first));
  if (CLEAR_SIZES.has(first)) return phraseOf(1, sizesOf(first));
  const [, region, number] = /^(us|uk|eu)(\d{1,2})$/.exec(first) ?? [];
  return region && number ? phraseOf(1, sizesOf(number, region)) : undefined;
}

const phraseOf = (length: number, sizes: string[] | undefined): Phrase | undefined =>
  sizes && { length, preference: { sizes } };

/** The option values that a size may have. */
function sizesOf(word: string, region?: string) {
  if (NUMBER_SIZE.test(word))
    return region
      ? [`${region.toUpperCase()} ${word}`]
      : [word, ...[...REGIONS].map((one) => `${one.toUpperCase()} ${word}`)];
  const named = NAMED_SIZES[word];
  return named ? [named] : undefined;
}

/** Compared with the color among a product's specifications. */
const COLORS = new Set(
  'amber beige black blue blush bronze brown burgundy champagne charcoal copper cream emerald gold gray green grey indigo ivory lavender lilac mauve midnight mint navy orange pearl pink plum purple red rose ruby sapphire silver teal turquoise violet white yellow'.split(
    ' ',
  ),
);
export const isColor = (word: string) => COLORS.has(word);
