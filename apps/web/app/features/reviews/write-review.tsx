import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { OwnReview } from '@shop/contracts/reviews/schema';
import { lazy, Suspense, useEffect, useState } from 'react';
import { readJson } from '#lib/browser-api.ts';
import { useSession } from '#lib/session.tsx';
import { OwnReviewText } from './own-review-text.tsx';

/** Lazy: few visitors can review a product, and the others do not load the form. */
const ReviewForm = lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }));

/** The page is the same for all visitors: whether this one can review is requested after it has loaded. */
export function WriteReview({ productId, slug }: { productId: string; slug: string }) {
  const own = useOwnReview(productId);
  if (own?.review) return <OwnReviewText review={own.review} />;
  if (!own?.canReview) return null;
  return (
    <section aria-labelledby="write-review">
      <h3 id="write-review" className="mb-4 text-h3">
        {reviewMessages.write}
      </h3>
      <Suspense>
        <ReviewForm slug={slug} />
      </Suspense>
    </section>
  );
}

function useOwnReview(productId: string) {
  const { session } = useSession();
  const [own, setOwn] = useState<OwnReview>();
  const userName = session?.user?.name;

  useEffect(() => {
    setOwn(undefined);
    if (userName === undefined) return;
    const visit = new AbortController();
    readJson<OwnReview>(`/api/products/${productId}/own-review`, visit.signal)
      .then(setOwn)
      .catch((error) => {
        if (!visit.signal.aborted) console.error(error);
      });
    return () => visit.abort();
  }, [productId, userName]);
  return own;
}
