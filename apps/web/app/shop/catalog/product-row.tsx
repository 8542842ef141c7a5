import { Suspense } from 'react';
import { type CardProduct, ProductCard } from './product-card.tsx';

const SIZES = '(min-width: 1280px) 276px, (min-width: 768px) calc(25vw - 30px), calc(50vw - 22px)';

/** A few products: four in a row, two on phones. */
export function ProductRow({ products }: { products: CardProduct[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-7 tablet:grid-cols-4 tablet:gap-x-6 desktop:gap-x-8">
      {products.map((product) => (
        <li key={product.id}>
          {/* Hydrated one by one, as in a grid. */}
          <Suspense>
            <ProductCard product={product} sizes={SIZES} />
          </Suspense>
        </li>
      ))}
    </ul>
  );
}
