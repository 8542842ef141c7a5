import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail, Review } from '@shop/contracts/catalog/schema';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { MessageCircle } from 'lucide-react';
import type { Page } from '#lib/paging.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FitBar } from './fit-bar.tsx';
import { RatingSummary } from './rating-summary.tsx';
import type { ReviewFilter } from './review-filter.ts';
import { ReviewFilters } from './review-filters.tsx';
import { ReviewList } from './review-list.tsx';
import { ReviewPhotos } from './review-photos.tsx';
import { useOwnReview } from './use-own-review.ts';
import { WriteReview } from './write-review.tsx';

type ReviewsProps = {
  product: Omit<ProductDetail, 'pairsWith'>;
  page: Page<Review>;
  filter: ReviewFilter;
  fromStart: boolean;
  optionValues: string[][];
  /** Whether customers who bought it can write one here. */
  isWritable: boolean;
};

export function Reviews({ product, page, filter, fromStart, optionValues, isWritable }: ReviewsProps) {
  const own = useOwnReview(product.id, isWritable);
  const { slug, fitCounts, reviewPhotos, reviewSizes } = product;
  return (
    <section id="reviews" aria-label={productMessages.reviews} className="bg-pearl">
      <div className="page-width section-rhythm">
        {product.reviewCount === 0 ? (
          <EmptyState icon={MessageCircle} title={productMessages.noReviews}>
            {productMessages.noReviewsText}
          </EmptyState>
        ) : (
          <>
            <p className="eyebrow">{productMessages.reviewsEyebrow}</p>
            <h2 className="mt-2 mb-8 font-display text-h2 desktop:mb-12">{productMessages.reviews}</h2>
            <div className="grid grid-cols-1 gap-x-12 gap-y-10 tablet:grid-cols-[1fr_2fr]">
              <div className="tablet:sticky tablet:top-24 tablet:self-start">
                <RatingSummary {...product} />
                <FitBar counts={fitCounts} />
                {reviewPhotos.length > 0 && (
                  <div className="mt-8">
                    <h3 className="mb-2 font-semibold text-small">{reviewMessages.fromCustomers}</h3>
                    <ReviewPhotos
                      photos={reviewPhotos}
                      title={reviewMessages.fromCustomers}
                      labelOf={reviewMessages.openPhoto}
                    />
                  </div>
                )}
              </div>
              <div>
                <ReviewFilters
                  filter={filter}
                  hasPhotos={reviewPhotos.length > 0}
                  sizes={reviewSizes}
                  hasSeveral={product.reviewCount > 1}
                  optionValues={optionValues}
                />
                <ReviewList
                  key={`${filter.photos} ${filter.size} ${filter.sortBy} ${page.items[0]?.id}`}
                  slug={slug}
                  first={page}
                  filter={filter}
                  fromStart={fromStart}
                  optionValues={optionValues}
                  helpful={own?.helpful}
                />
              </div>
            </div>
          </>
        )}
        <div className="mt-10 empty:hidden">{isWritable && <WriteReview own={own} slug={slug} />}</div>
      </div>
    </section>
  );
}
