import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { OwnReview } from '@shop/contracts/reviews/schema';
import { lazy, Suspense } from 'react';
import { OwnReviewText } from './own-review-text.tsx';

/** Lazy: few visitors can review a product, and the others do not load the form. */
const ReviewForm = lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }));

export function WriteReview({ own, slug }: { own: OwnReview | undefined; slug: string }) {
  if (own?.review) return <OwnReviewText review={own.review} />;
  if (!own?.canReview) return null;
  return (
    <section aria-labelledby="write-review">
      <h3 id="write-review" className="mb-4 text-h3">
        {reviewMessages.write}
      </h3>
      <Suspense>
        <ReviewForm slug={slug} sizes={own.sizes} />
      </Suspense>
    </section>
  );
}
