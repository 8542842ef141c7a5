import { searchPageMessages as texts } from '@shop/contracts/catalog/list-messages';
import type { SearchInterpretation } from '@shop/contracts/catalog/search-schema';
import type { ReactNode } from 'react';
import type { CardProduct } from './product-card.tsx';
import { ProductGrid } from './product-grid.tsx';
import { limitsOf } from './search-limits.ts';

type ResultGroupsProps = {
  products: CardProduct[];
  search?: SearchInterpretation;
  /** After the products of a list that is not a search. */
  children?: ReactNode;
};

/** The products of a list; those of a search under headings for other matches and products out of stock. */
export function ResultGroups({ products, search, children }: ResultGroupsProps) {
  if (!search) return <ProductGrid products={products}>{children}</ProductGrid>;
  const { groups } = search;
  const limits = limitsOf(search);
  const best = limits ? groups.best : groups.best + groups.others;
  const inStock = groups.best + groups.others;
  return (
    <>
      {limits && best === 0 && <p className="mb-6 text-ink-soft">{texts.noneWithin(limits)}</p>}
      {best > 0 && <ProductGrid products={products.slice(0, best)} />}
      {inStock > best && (
        <Group title={best > 0 ? texts.otherResults : undefined}>
          <ProductGrid products={products.slice(best, inStock)} before={best} />
        </Group>
      )}
      {products.length > inStock && (
        <Group title={texts.outOfStock} divided={inStock > 0}>
          <ProductGrid products={products.slice(inStock)} before={inStock} />
        </Group>
      )}
    </>
  );
}

function Group({ title, divided = true, children }: { title?: string; divided?: boolean; children: ReactNode }) {
  if (!title) return children;
  return (
    <div className={divided ? 'mt-12 border-line border-t pt-8' : undefined}>
      <h3 className="mb-6 text-h3">{title}</h3>
      {children}
    </div>
  );
}
