import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail, Review } from '@shop/contracts/catalog/schema';
import { homeMessages } from '@shop/contracts/home/messages';
import { headerMessages } from '@shop/contracts/layout/messages';
import { type ComponentProps, Suspense } from 'react';
import type { Page } from '#lib/paging.ts';
import type { CardProduct } from '#shop/catalog/product-card.tsx';
import { ProductRow } from '#shop/catalog/product-row.tsx';
import { DescriptionText } from '#shop/content/article-text.tsx';
import { ALL_REVIEWS, type ReviewFilter } from '#shop/reviews/review-filter.ts';
import { Reviews } from '#shop/reviews/reviews.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { BuyBar } from './buy-bar.tsx';
import { BuyPanel } from './buy-panel.tsx';
import type { Shipping } from './delivery.tsx';
import { Gallery } from './gallery.tsx';
import { BUY_GROUP, PRODUCT_COLUMNS } from './product-layout.ts';
import { useSelection } from './use-selection.ts';
import { lowestPrices, mostAvailable } from './variants.ts';

type ProductViewProps = {
  product: Omit<ProductDetail, 'pairsWith'> & { pairsWith: CardProduct[] };
  description: ComponentProps<typeof DescriptionText>['blocks'];
  /** Undefined if the store settings could not be read. */
  shipping: Shipping | undefined;
  reviews: Page<Review>;
  reviewFilter?: ReviewFilter;
  /** Whether these are the first reviews. */
  fromStart: boolean;
  /** A product that may not be published yet: nothing asks for more about it. */
  isPreview?: boolean;
};

/** The page of a product, with the options that the URL selects. */
export function ProductView({
  product,
  description,
  shipping,
  reviews,
  reviewFilter = ALL_REVIEWS,
  fromStart,
  isPreview = false,
}: ProductViewProps) {
  const selection = useSelection(product);
  return (
    <article className={`${BUY_GROUP} wrap-anywhere`}>
      <div className="page-width pb-12 desktop:pb-24">
        <div className="pt-1 pb-3">
          <Breadcrumbs above={breadcrumbsTo(product)} here={product.name} />
        </div>
        <div className={PRODUCT_COLUMNS}>
          <Gallery {...product} />
          <div className="tablet:row-span-2 desktop:sticky desktop:top-24 desktop:self-start">
            <BuyPanel product={product} selection={selection} shipping={shipping} />
          </div>
          <section aria-labelledby="about-product" className={product.images.length > 1 ? 'desktop:pl-23' : undefined}>
            <h2 id="about-product" className="mb-4 font-display text-h2">
              {productMessages.about}
            </h2>
            <DescriptionText blocks={description} />
          </section>
        </div>
      </div>
      {/* What is below hydrates after what sells. */}
      <Suspense>
        <PairsWellWith products={product.pairsWith} />
      </Suspense>
      <Suspense>
        <Reviews
          product={product}
          page={reviews}
          filter={reviewFilter}
          fromStart={fromStart}
          optionValues={Object.entries(selection.choice)}
          isWritable={!isPreview}
        />
      </Suspense>
      <BuyBar
        name={product.name}
        prices={lowestPrices(product, selection.candidates).prices}
        selection={selection}
        availableQuantity={mostAvailable(product, selection.candidates)}
      />
    </article>
  );
}

export const breadcrumbsTo = ({ category }: Pick<ProductDetail, 'category'>) => [
  { label: homeMessages.title, to: '/' },
  { label: headerMessages.shop, to: '/products' },
  { label: category, to: `/products?${new URLSearchParams({ category })}` },
];

/** No view transition of these images: the gallery of this page becomes that of the next product. */
const NO_TRANSITION = '[&_*]:[view-transition-name:none]!';

function PairsWellWith({ products }: { products: CardProduct[] }) {
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
