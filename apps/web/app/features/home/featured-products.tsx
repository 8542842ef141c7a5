import type { Product } from '@shop/contracts/catalog/schema';
import { homeMessages } from '@shop/contracts/home/messages';
import { ProductCard } from '#features/catalog/card/product-card.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { SectionHeading } from './section-heading.tsx';

const SIZES = '(min-width: 1280px) 276px, (min-width: 768px) 23vw, 46vw';

export function FeaturedProducts({ products }: { products: Product[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="featured" className="bg-pearl">
      <div className="page-width section-rhythm">
        <SectionHeading id="featured" eyebrow={homeMessages.featuredEyebrow} title={homeMessages.featured}>
          <ButtonLink look="quiet" to="/products" className="-mx-2">
            {homeMessages.featuredAll}
          </ButtonLink>
        </SectionHeading>
        <ul className="grid grid-cols-2 gap-x-3 gap-y-8 tablet:grid-cols-4 tablet:gap-x-6 desktop:gap-x-8">
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
