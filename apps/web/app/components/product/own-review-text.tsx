import type { OwnReview } from '@shop/contracts/reviews';
import { reviewMessages } from '@shop/contracts/reviews-texts';
import { Notice } from '#components/ui/notice.tsx';
import { Stars } from '#components/ui/stars.tsx';

type OwnReviewTextProps = { review: NonNullable<OwnReview['review']>; thanks?: boolean };

/** What the visitor wrote, and whether others see it yet. */
export function OwnReviewText({ review: { rating, comment, status }, thanks }: OwnReviewTextProps) {
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-3">
      {thanks && (
        <Notice kind="success">{status === 'pending' ? reviewMessages.sentPending : reviewMessages.sent}</Notice>
      )}
      <h3 className="text-h3">{reviewMessages.yours}</h3>
      <Stars rating={rating} />
      <p className="whitespace-pre-line">{comment}</p>
      {status === 'pending' && !thanks && <p className="text-small text-ink-soft">{reviewMessages.waiting}</p>}
    </div>
  );
}
