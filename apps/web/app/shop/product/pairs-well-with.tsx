import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { CardProduct } from '#shop/catalog/product-card.tsx';
import { ProductRow } from '#shop/catalog/product-row.tsx';

/** No view transition of these images: the gallery of this page becomes that of the next product. */
const NO_TRANSITION = '[&_*]:[view-transition-name:none]!';

export function PairsWellWith({ products }: { products: CardProduct[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="pairs-well-with" className="bg-pearl">
      <div className="page-width section-rhythm">
        <p className="eyebrow">{productMessages.pairsWellWithEyebrow}</p>
        <h2 id="pairs-well-with" className="mt-2 mb-8 font-display text-h2 desktop:mb-12">
          {productMessages.pairsWellWith}
        </h2>
        <div className={NO_TRANSITION}>
          <ProductRow products={products} />
        </div>
      </div>
    </section>
  );
}
