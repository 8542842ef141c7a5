import { listMessages } from '@shop/contracts/catalog/list-messages';
import { useWishlist } from '#features/cart/use-wishlist.ts';
import { type CardProduct, ProductCard } from './product-card.tsx';
import { WIDE_GRID, WIDE_SIZES } from './product-grid.tsx';

export function WishlistGrid({ products }: { products: CardProduct[] }) {
  return (
    <section aria-labelledby="products">
      <h2 id="products" className="sr-only">
        {listMessages.section}
      </h2>
      <ul className={`mt-8 ${WIDE_GRID}`}>
        {products.map((product) => (
          <WishlistItem key={product.id} product={product} />
        ))}
      </ul>
    </section>
  );
}

/** Optimistic removal: hidden at once, shown again if the removal fails. */
function WishlistItem({ product }: { product: CardProduct }) {
  const { inWishlist } = useWishlist(product.id, true);
  return (
    <li hidden={!inWishlist}>
      <ProductCard product={product} sizes={WIDE_SIZES} inWishlist />
    </li>
  );
}
