import type { DemandKind, Remedy } from '@shop/contracts/analytics/demand-constants';
import type { DemandRow } from '@shop/contracts/analytics/demand-schema';
import type { PageView } from '@shop/contracts/analytics/schema';
import { toIso } from '#platform/timestamps.ts';
import { storableSearchQuery } from './rules.ts';

/** `found`, `empty` and `click` are of a search query, the others of an id. */
type Metric = 'found' | 'empty' | 'click' | 'product' | 'variant';
export type DemandCount = { of: 'search' | 'item'; key: `${Metric} ${string}` };

/** What a page view counts; undefined for the funnel, and for a search that may not be stored. */
export function demandCountOf(view: PageView): DemandCount | undefined {
  if (view.counter === 'visits' || view.counter === 'products') return undefined;
  if (view.counter === 'soldOutProducts') return { of: 'item', key: `product ${view.id.toLowerCase()}` };
  if (view.counter === 'soldOutVariants') return { of: 'item', key: `variant ${view.id.toLowerCase()}` };
  const query = storableSearchQuery(view.query);
  if (!query) return undefined;
  if (view.counter === 'searchClicks') return { of: 'search', key: `click ${query}` };
  return { of: 'search', key: `${view.found ? 'found' : 'empty'} ${query}` };
}

/** The metric and what follows it, which can have spaces. */
export function splitKey(key: string): [metric: string, subject: string] {
  const end = key.indexOf(' ');
  return [key.slice(0, end), key.slice(end + 1)];
}

/** Fewer searches than this share lead to a product: the results do not show what was meant. */
export const LOW_CLICK_SHARE = 0.25;

/** Of a list: 0, and null where a kind of row has none. */
const NO_FIGURES = {
  options: {},
  productId: null,
  available: null,
  lost: 0,
  searches: null,
  clicks: null,
  remedy: null,
};

export type SearchFigures = { query: string; searches: number; zeroResults: number; clicks: number };

export function searchRow(kind: DemandKind, { query, searches, zeroResults, clicks }: SearchFigures): DemandRow {
  const lost = kind === 'noResults' ? zeroResults : Math.max(0, searches - zeroResults - clicks);
  return { ...NO_FIGURES, subject: 'search', key: query, name: query, searches, clicks, lost };
}

export type ItemFigures = Pick<DemandRow, 'key' | 'name' | 'options' | 'productId' | 'available' | 'lost'>;

export const itemRow = (subject: 'product' | 'variant', figures: ItemFigures): DemandRow => ({
  ...NO_FIGURES,
  subject,
  ...figures,
});

/** A remedy with the figures at its moment, and those of now. */
export type RemedyFigures = Pick<DemandRow, 'subject' | 'key' | 'name' | 'options' | 'productId' | 'available'> & {
  remedy: Remedy;
  doneAt: Date;
  searches: number;
  searchesBefore: number;
  clicks: number;
  clicksBefore: number;
  sold: number;
  soldBefore: number;
};

/** What was returned since can make a difference negative: then it brought nothing. */
const since = (now: number, before: number) => Math.max(0, now - before);

export function remedyRow(figures: RemedyFigures): DemandRow {
  const { subject, key, name, options, productId, available, remedy, doneAt } = figures;
  const isSearch = subject === 'search';
  return {
    ...NO_FIGURES,
    ...{ subject, key, name, options, productId, available },
    remedy: {
      remedy,
      doneAt: toIso(doneAt),
      searches: isSearch ? since(figures.searches, figures.searchesBefore) : null,
      clicks: isSearch ? since(figures.clicks, figures.clicksBefore) : null,
      units: isSearch ? null : since(figures.sold, figures.soldBefore),
    },
  };
}
