import { listMessages } from '@shop/contracts/product-list-texts';
import { type CardProduct, ProductCard } from '#components/catalog/product-card.tsx';
import { GRID } from '#components/catalog/product-grid.tsx';
import { useWish } from './use-wish.ts';

const SIZES = '(min-width: 1280px) 276px, (min-width: 768px) 31vw, 46vw';

export function WishlistGrid({ products }: { products: CardProduct[] }) {
  return (
    <section aria-labelledby="products">
      <h2 id="products" className="sr-only">
        {listMessages.section}
      </h2>
      <ul className={`mt-8 ${GRID}`}>
        {products.map((product) => (
          <Wish key={product.id} product={product} />
        ))}
      </ul>
    </section>
  );
}

/** Hides as soon as its heart is pressed; it may be refused, and is shown again. */
function Wish({ product }: { product: CardProduct }) {
  const { wished } = useWish(product.id, true);
  return (
    <li hidden={!wished}>
      <ProductCard product={product} sizes={SIZES} wished />
    </li>
  );
}
