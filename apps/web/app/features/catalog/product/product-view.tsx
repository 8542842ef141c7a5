import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail, Review } from '@shop/contracts/catalog/schema';
import { homeMessages } from '@shop/contracts/home/messages';
import { headerMessages } from '@shop/contracts/layout/messages';
import type { ComponentProps } from 'react';
import { useSearchParams } from 'react-router';
import { Gallery } from '#features/catalog/gallery/gallery.tsx';
import { DescriptionText } from '#features/content/article-text.tsx';
import { Reviews } from '#features/reviews/reviews.tsx';
import type { Page } from '#lib/paging.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { BuyBar } from './buy-bar.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { BUY_GROUP, PRODUCT_COLUMNS } from './layout.ts';
import { PairsWellWith } from './pairs-well-with.tsx';
import { Specifications } from './specifications.tsx';
import { available, optionValuesIn, variantFor, variantPrices } from './variants.ts';

type ProductViewProps = {
  product: ProductDetail;
  description: ComponentProps<typeof DescriptionText>['blocks'];
  reviews: Page<Review>;
  /** Whether these are the newest reviews. */
  fromStart: boolean;
  /** A product that may not be published yet: nothing asks for more about it. */
  isPreview?: boolean;
};

/** The page of a product, with the variant that the URL selects. */
export function ProductView({ product, description, reviews, fromStart, isPreview = false }: ProductViewProps) {
  const [params] = useSearchParams();
  const optionValues = optionValuesIn(product, params);
  const variant = variantFor(product, optionValues);
  return (
    <article className={`${BUY_GROUP} wrap-anywhere`}>
      <div className="page-width pb-12 desktop:pb-24">
        <div className="pt-1 pb-3">
          <Breadcrumbs above={breadcrumbsTo(product)} here={product.name} />
        </div>
        <div className={PRODUCT_COLUMNS}>
          <Gallery {...product} />
          <div className="desktop:sticky desktop:top-24 desktop:row-span-2 desktop:self-start">
            <BuyPanel product={product} variant={variant} />
          </div>
          <div className="grid grid-cols-1 content-start gap-12 tablet:max-desktop:col-span-2">
            <section aria-labelledby="about-product">
              <h2 id="about-product" className="mb-4 font-display text-h2">
                {productMessages.about}
              </h2>
              <DescriptionText blocks={description} />
            </section>
            <Specifications specifications={product.specifications} />
          </div>
        </div>
      </div>
      <PairsWellWith products={product.pairsWith} />
      <Reviews
        product={product}
        page={reviews}
        fromStart={fromStart}
        optionValues={optionValues}
        isWritable={!isPreview}
      />
      <BuyBar
        name={product.name}
        prices={variantPrices(product, variant)}
        availableQuantity={available(product, variant)}
      />
    </article>
  );
}

export const breadcrumbsTo = ({ category }: ProductDetail) => [
  { label: homeMessages.title, to: '/' },
  { label: headerMessages.shop, to: '/products' },
  { label: category, to: `/products?${new URLSearchParams({ category })}` },
];
