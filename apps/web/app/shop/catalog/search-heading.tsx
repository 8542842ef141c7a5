import { searchPageMessages as texts } from '@shop/contracts/catalog/list-messages';
import { Link } from 'react-router';
import { type ProductFilter, searchOf, withoutFilters } from './product-filter.ts';
import type { ProductList } from './product-list.server.ts';
import { limitsOf } from './search-limits.ts';

/** At most this many categories are offered to narrow a search. */
const CATEGORIES_MAX = 3;
const CHIP =
  'flex min-h-11 items-center rounded-control border border-line px-4 text-action transition-colors hover:border-line-strong hover:bg-pearl';

/** What was searched for: a corrected spelling is said, with the way back to the typed one. */
export function SearchHeading({ list }: { list: ProductList }) {
  const { choice, search } = list;
  return (
    <>
      <h1 className="font-display text-h1 wrap-anywhere">
        {search?.corrected ? (
          <>
            {texts.showing} <em>{search.corrected}</em>
          </>
        ) : (
          texts.resultsFor(choice.q)
        )}
      </h1>
      {search?.corrected && (
        <p className="mt-4 rounded-control bg-pearl px-4 py-3 wrap-anywhere">
          {texts.corrected(choice.q)}{' '}
          <Link
            to={`/search${searchOf({ ...choice, exact: '1' })}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-violet"
          >
            {texts.searchTyped(choice.q)}
          </Link>
        </p>
      )}
      <NarrowLinks list={list} />
    </>
  );
}

function NarrowLinks({ list: { choice, facets, search, total } }: { list: ProductList }) {
  const links = narrowingsOf(choice, search);
  const isFiltered = searchOf(choice) !== searchOf(withoutFilters(choice));
  const categories = facets.categories.filter(({ count }) => count && `${count}` !== total).slice(0, CATEGORIES_MAX);
  if (!isFiltered)
    for (const { name } of categories)
      links.push({ label: texts.inCategory(name), filter: { ...choice, category: name } });
  if (links.length === 0) return null;
  return (
    <nav aria-label={texts.narrow} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ label, filter }) => (
          <li key={label}>
            <Link to={`/search${searchOf(filter)}`} className={CHIP}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Prices of the query as a filter. */
function narrowingsOf(choice: ProductFilter, search: ProductList['search']) {
  const { minPrice, maxPrice } = search ?? {};
  const label = limitsOf({ minPrice, maxPrice });
  if (!label || choice.price) return [];
  return [{ label: texts.only(label), filter: { ...choice, price: `${minPrice ?? 0}-${maxPrice ?? ''}` } }];
}
