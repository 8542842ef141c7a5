import { listMessages } from '@shop/contracts/catalog/list-messages';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { useSyncExternalStore } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { searchOf } from './product-filter.ts';
import { placeOf } from './product-grid.tsx';
import type { ProductList } from './product-list.server.ts';

type Shown = Pick<ProductList, 'choice' | 'products' | 'total' | 'pages' | 'fromStart' | 'more'>;

/** Real links, so that pagination works without JavaScript; with it, the shown products stay in place. */
export function ListEnd({ list, path }: { list: Shown; path: string }) {
  const { choice, products, total, pages, fromStart, more } = list;
  const scripted = useSyncExternalStore(
    nothingToWatch,
    () => true,
    () => false,
  );
  return (
    <div className="flex flex-col items-center gap-4 pt-12">
      {fromStart && (more || pages > 1) && (
        <p role="status" className="text-ink-soft text-small tabular-nums">
          {uiMessages.shownOf(products.length, listMessages.total(total))}
        </p>
      )}
      {more?.grows && (
        <ButtonLink
          look="secondary"
          rel="next"
          // Without JavaScript the page reloads, so the link targets the first added product.
          to={`${path}${more.search}${scripted ? '' : `#${placeOf(products.length + 1)}`}`}
          preventScrollReset
          replace
        >
          {uiMessages.showMore}
        </ButtonLink>
      )}
      {more && !more.grows && (
        <ButtonLink look="secondary" rel="next" to={path + more.search}>
          {listMessages.nextPage}
        </ButtonLink>
      )}
      {!fromStart && (
        <ButtonLink look="quiet" to={path + searchOf(choice)}>
          {listMessages.firstPage}
        </ButtonLink>
      )}
    </div>
  );
}

const nothingToWatch = () => () => {};
