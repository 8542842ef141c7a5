import { homeMessages } from '@shop/contracts/home/messages';
import type { CardProduct } from '#shop/catalog/product-card.tsx';
import { ProductRow } from '#shop/catalog/product-row.tsx';
import { type BlockTexts, SectionHeading } from '#shop/catalog/section-heading.tsx';
import { ButtonLink } from '#ui/button.tsx';

export function FeaturedProducts({ products, texts }: { products: CardProduct[]; texts: BlockTexts }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="featured" className="page-width section-rhythm section-stack">
      <SectionHeading id="featured" texts={texts} eyebrow={homeMessages.featuredEyebrow} title={homeMessages.featured}>
        <ButtonLink look="quiet" to="/products" className="-mx-2">
          {homeMessages.featuredAll}
        </ButtonLink>
      </SectionHeading>
      <ProductRow products={products} />
    </section>
  );
}
