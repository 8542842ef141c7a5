import { type ReactNode, Suspense } from 'react';
import { SkeletonGroup } from '#ui/skeleton.tsx';
import { type CardProduct, ProductCard } from './product-card.tsx';
import { ProductCardSkeleton } from './product-card-skeleton.tsx';

/** Beside the filters. */
const LIST_GRID = 'grid grid-cols-2 gap-x-3 gap-y-7 tablet:grid-cols-3 tablet:gap-x-6 tablet:gap-y-10 desktop:gap-y-14';
const NARROW_SIZES = '(min-width: 768px) calc(33.4vw - 32px), calc(50vw - 22px)';
const LIST_SIZES = `(min-width: 1280px) 286px, ${NARROW_SIZES}`;
/** On a page without filters. */
const WIDE_GRID = `${LIST_GRID} desktop:grid-cols-4 desktop:gap-x-8`;
const WIDE_SIZES = `(min-width: 1280px) 276px, ${NARROW_SIZES}`;
const SHAPES = [1, 2, 3, 4, 5, 6, 7, 8];
/** Number of cards that phones and desktops show without scrolling. */
const ABOVE_FOLD_COUNT = 4;

/** Element id of a position, so that a link can target the first added product. */
export const placeOf = (position: number) => `item-${position}`;

type ProductGridProps = {
  products: CardProduct[];
  wide?: boolean;
  /** Products of the list before these. */
  before?: number;
  /** An item after the products. */
  children?: ReactNode;
};

export function ProductGrid({ products, wide, before = 0, children }: ProductGridProps) {
  return (
    <ul className={wide ? WIDE_GRID : LIST_GRID}>
      {products.map((product, index) => (
        <li key={product.id} id={placeOf(before + index + 1)}>
          {/* A card that no one touches hydrates in a task of its own: all in one would block a phone for 0.2 s. */}
          <Suspense>
            <ProductCard
              product={product}
              sizes={wide ? WIDE_SIZES : LIST_SIZES}
              urgent={before + index < ABOVE_FOLD_COUNT}
            />
          </Suspense>
        </li>
      ))}
      {children}
    </ul>
  );
}

export function ProductGridSkeleton() {
  return (
    <SkeletonGroup className={LIST_GRID}>
      {SHAPES.map((shape) => (
        <ProductCardSkeleton key={shape} />
      ))}
    </SkeletonGroup>
  );
}
