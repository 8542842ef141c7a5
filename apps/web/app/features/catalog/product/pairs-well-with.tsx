import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { Product } from '@shop/contracts/catalog/schema';
import { ProductCard } from '#features/catalog/card/product-card.tsx';

const SIZES = '(min-width: 1280px) 276px, (min-width: 768px) 23vw, 46vw';

/** No view transition of the card's image: on this page the gallery is replaced by that of the next product. */
const AT_REST = '[&_*]:[view-transition-name:none]!';

export function PairsWellWith({ products }: { products: Product[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="pairs-well-with" className="bg-pearl">
      <div className="page-width section-rhythm">
        <p className="eyebrow">{productMessages.pairsWellWithEyebrow}</p>
        <h2 id="pairs-well-with" className="mt-2 mb-8 font-display text-h2 desktop:mb-12">
          {productMessages.pairsWellWith}
        </h2>
        <ul className={`grid grid-cols-2 gap-x-3 gap-y-8 tablet:grid-cols-4 tablet:gap-x-6 desktop:gap-x-8 ${AT_REST}`}>
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard product={product} sizes={SIZES} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
