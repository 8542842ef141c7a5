import { listMessages } from '@shop/contracts/catalog/list-messages';
import { useWishlist } from '#shop/cart/use-wishlist.ts';
import { type CardProduct, ProductCard } from './product-card.tsx';

/** Beside the menu of the account. */
const GRID = 'grid grid-cols-2 gap-x-3 gap-y-7 tablet:gap-x-6 tablet:gap-y-10 desktop:grid-cols-3 desktop:gap-y-14';
const SIZES = '(min-width: 1280px) 284px, (min-width: 768px) 31vw, 46vw';

export function WishlistGrid({ products }: { products: CardProduct[] }) {
  return (
    <section aria-labelledby="products">
      <h2 id="products" className="sr-only">
        {listMessages.section}
      </h2>
      <ul className={`mt-8 ${GRID}`}>
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
      <ProductCard product={product} sizes={SIZES} inWishlist />
    </li>
  );
}
