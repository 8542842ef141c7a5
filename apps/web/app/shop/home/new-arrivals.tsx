import { homeMessages } from '@shop/contracts/home/messages';
import type { CardProduct } from '#shop/catalog/product-card.tsx';
import { ProductRow } from '#shop/catalog/product-row.tsx';
import { type BlockTexts, SectionHeading } from '#shop/catalog/section-heading.tsx';
import { ButtonLink } from '#ui/button.tsx';

/** No view transition of these images: the same product may be among the featured ones. */
export const NO_TRANSITION = '[&_*]:[view-transition-name:none]!';

export function NewArrivals({ products, texts }: { products: CardProduct[]; texts: BlockTexts }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="new-arrivals" className="page-width section-rhythm section-stack">
      <SectionHeading
        id="new-arrivals"
        texts={texts}
        eyebrow={homeMessages.newArrivalsEyebrow}
        title={homeMessages.newArrivals}
      >
        <ButtonLink look="quiet" to="/products?sortBy=newest" className="-mx-2">
          {homeMessages.newArrivalsAll}
        </ButtonLink>
      </SectionHeading>
      <div className={NO_TRANSITION}>
        <ProductRow products={products} />
      </div>
    </section>
  );
}
