import type { Product } from '@shop/contracts/catalog/schema';
import { ProductCard } from '#shop/catalog/product-card.tsx';
import { ProductCardSkeleton } from '#shop/catalog/product-card-skeleton.tsx';
import { NotificationSkeleton } from '#shop/notifications/notification-skeleton.tsx';
import { SkeletonGroup } from '#ui/skeleton.tsx';
import { LONG, Specimen } from './specimen.tsx';

const GRID = 'grid grid-cols-2 gap-x-3 gap-y-8 tablet:grid-cols-3 tablet:gap-6 desktop:grid-cols-4 desktop:gap-8';
const SIZES = '(min-width: 1280px) 276px, (min-width: 768px) 31vw, 46vw';
const SHAPES = [1, 2, 3, 4, 5, 6, 7, 8];

export function ProductSpecimens({ product }: { product: Product }) {
  const cards: Product[] = [
    product,
    { ...product, price: 1289, salePrice: 999 },
    { ...product, inStock: false, quantity: 0 },
    { ...product, name: LONG, images: [], reviewCount: 1, ratings: 2.4 },
  ];
  return (
    <>
      <Specimen name="Product cards">
        <ul className={GRID}>
          {cards.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <li key={index}>
              <ProductCard product={card} sizes={SIZES} />
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Skeletons">
        <SkeletonGroup className={GRID}>
          {SHAPES.map((shape) => (
            <ProductCardSkeleton key={shape} />
          ))}
        </SkeletonGroup>
        <SkeletonGroup className="mt-12 grid max-w-2xl gap-3">
          {SHAPES.slice(4).map((shape) => (
            <NotificationSkeleton key={shape} />
          ))}
        </SkeletonGroup>
      </Specimen>
    </>
  );
}
