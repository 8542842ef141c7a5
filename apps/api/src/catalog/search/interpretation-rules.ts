import type { SearchGroup, SearchInterpretation } from '@shop/contracts/catalog/search-schema';
import { toAmount } from '@shop/contracts/common/money';
import type { Search } from './rules.ts';

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
