import { homeMessages } from '@shop/contracts/home/messages';
import type { CardProduct } from '#shop/catalog/product-card.tsx';
import { ProductRow } from '#shop/catalog/product-row.tsx';
import { type BlockTexts, SectionHeading } from '#shop/catalog/section-heading.tsx';
import { NO_TRANSITION } from './new-arrivals.tsx';

export function BestSellers({ products, texts }: { products: CardProduct[]; texts: BlockTexts }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="best-sellers" className="page-width section-rhythm section-stack">
      <SectionHeading
        id="best-sellers"
        texts={texts}
        eyebrow={homeMessages.bestSellersEyebrow}
        title={homeMessages.bestSellers}
      />
      <div className={NO_TRANSITION}>
        <ProductRow products={products} />
      </div>
    </section>
  );
}
