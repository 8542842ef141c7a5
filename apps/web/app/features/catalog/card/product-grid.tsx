import { SkeletonGroup } from '#ui/skeleton.tsx';
import { type CardProduct, ProductCard } from './product-card.tsx';
import { ProductCardSkeleton } from './product-card-skeleton.tsx';

export const GRID =
  'grid grid-cols-2 gap-x-3 gap-y-8 tablet:grid-cols-3 tablet:gap-x-6 tablet:gap-y-10 desktop:grid-cols-4 desktop:gap-x-8';
const SIZES = '(min-width: 1280px) 200px, (min-width: 768px) 31vw, 46vw';
const SHAPES = [1, 2, 3, 4, 5, 6, 7, 8];
/** Number of cards that phones and desktops show without scrolling. */
const ABOVE_FOLD_COUNT = 4;

/** Element id of a position, so that a link can target the first added product. */
export const placeOf = (position: number) => `item-${position}`;

export function ProductGrid({ products }: { products: CardProduct[] }) {
  return (
    <ul className={GRID}>
      {products.map((product, index) => (
        <li key={product.id} id={placeOf(index + 1)}>
          <ProductCard product={product} sizes={SIZES} urgent={index < ABOVE_FOLD_COUNT} />
        </li>
      ))}
    </ul>
  );
}

export function ProductGridSkeleton() {
  return (
    <SkeletonGroup className={GRID}>
      {SHAPES.map((shape) => (
        <ProductCardSkeleton key={shape} />
      ))}
    </SkeletonGroup>
  );
}
