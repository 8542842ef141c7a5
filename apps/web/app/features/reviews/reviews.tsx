import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail, Review } from '@shop/contracts/catalog/schema';
import { MessageCircle } from 'lucide-react';
import type { Page } from '#lib/paging.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { RatingSummary } from './rating-summary.tsx';
import { ReviewList } from './review-list.tsx';
import { WriteReview } from './write-review.tsx';

type ReviewsProps = {
  product: ProductDetail;
  page: Page<Review>;
  fromStart: boolean;
  optionValues: string[][];
  /** Whether customers who bought it can write one here. */
  isWritable: boolean;
};

export function Reviews({ product, page, fromStart, optionValues, isWritable }: ReviewsProps) {
  return (
    <section id="reviews" aria-label={productMessages.reviews} className="page-width section-rhythm">
      {product.reviewCount === 0 ? (
        <EmptyState icon={MessageCircle} title={productMessages.noReviews}>
          {productMessages.noReviewsText}
        </EmptyState>
      ) : (
        <>
          <p className="eyebrow">{productMessages.reviewsEyebrow}</p>
          <h2 className="mt-2 mb-8 font-display text-h2 desktop:mb-12">{productMessages.reviews}</h2>
          <div className="grid grid-cols-1 gap-x-12 gap-y-10 tablet:grid-cols-[1fr_2fr]">
            <RatingSummary {...product} />
            <ReviewList
              key={page.items[0]?.id}
              slug={product.slug}
              first={page}
              fromStart={fromStart}
              optionValues={optionValues}
            />
          </div>
        </>
      )}
      <div className="mt-10 empty:hidden">
        {isWritable && <WriteReview productId={product.id} slug={product.slug} />}
      </div>
    </section>
  );
}
