import { SORT_LABELS } from '@shop/contracts/catalog/list-messages';

/** The filters of a product list, as values of the filter form; '' means any. */
export type ProductFilter = {
  q: string;
  /** '1' to search without correcting the spelling. */
  exact: string;
  category: string;
  brand: string;
  /** Lowest and highest price, '50-100' or '200-'. */
  price: string;
  rating: string;
  tags: string[];
  size: string[];
  /** '' is the default sort. */
  sortBy: string;
};

const TEXT_MAX = 100;
const QUERY_MAX = 200;
const VALUE_MAX = 60;
const VALUES_MAX = 20;
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;
const STARS = /^([0-4](\.\d{1,2})?|5)$/;

/** Reads a URL or a filter form. Invalid values are ignored: old links must still open. */
export function parseProductFilter(parameters: URLSearchParams): ProductFilter {
  const text = (name: string, max = TEXT_MAX) => printable(parameters.get(name) ?? '', max);
  const texts = (name: string) =>
    [...new Set(parameters.getAll(name).map((value) => printable(value, VALUE_MAX)))]
      .filter(Boolean)
      .slice(0, VALUES_MAX);
  const sortBy = text('sortBy');

  return {
    q: text('q', QUERY_MAX),
    exact: text('q', QUERY_MAX) && text('exact') === '1' ? '1' : '',
    category: text('category'),
    brand: text('brand'),
    price: priceRange(parameters.get('price')?.split('-') ?? [text('minPrice'), text('maxPrice')]),
    rating: STARS.test(text('rating')) ? text('rating') : '',
    tags: texts('tags'),
    size: texts('size'),
    sortBy: Object.hasOwn(SORT_LABELS, sortBy) && sortBy !== 'featured' ? sortBy : '',
  };
}

/** Names have no control characters, and the API rejects them. */
const printable = (text: string, max: number) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
    .trim();

function priceRange([from = '', to = '']: string[]) {
  const [lowest, highest] = [from, to].map((amount) => (AMOUNT.test(amount) ? Number(amount) : undefined));
  return lowest || highest !== undefined ? `${lowest ?? 0}-${highest ?? ''}` : '';
}

/** The filter as query parameters of the page and the API, in canonical order: one page, one URL. */
export function parametersOf({ price, tags, size, ...single }: ProductFilter) {
  const [minPrice = '', maxPrice = ''] = price.split('-');
  const { q, exact, category, brand, rating, sortBy } = single;
  const given = Object.entries({ q, exact, category, brand, minPrice, maxPrice, rating, sortBy }).filter(
    ([, value]) => value,
  );
  return new URLSearchParams([
    ...given,
    ...tags.toSorted().map((tag) => ['tags', tag]),
    ...size.toSorted().map((value) => ['size', value]),
  ]);
}

/** '?category=Jewelry', or '' without a filter. */
export function searchOf(filter: ProductFilter) {
  const search = parametersOf(filter).toString();
  return search && `?${search}`;
}

export const filterFromForm = (form: HTMLFormElement) =>
  parseProductFilter(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])));

export const withoutFilters = ({ q, exact, sortBy }: ProductFilter): ProductFilter => ({
  q,
  exact,
  sortBy,
  category: '',
  brand: '',
  price: '',
  rating: '',
  tags: [],
  size: [],
});
