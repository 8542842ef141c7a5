import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { OwnReview } from '@shop/contracts/reviews/schema';
import { Notice } from '#ui/notice.tsx';
import { Stars } from '#ui/stars.tsx';

/** An approved review needs none: it is in the list of reviews. */
const STATUS_TEXTS = { pending: reviewMessages.pending, rejected: reviewMessages.rejected, approved: null };

type OwnReviewTextProps = { review: NonNullable<OwnReview['review']>; thanks?: boolean };

/** The customer's review and its status. */
export function OwnReviewText({ review: { rating, comment, status }, thanks }: OwnReviewTextProps) {
  const statusText = thanks ? null : STATUS_TEXTS[status];
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-3">
      {thanks && (
        <Notice kind="success">{status === 'pending' ? reviewMessages.sentPending : reviewMessages.sent}</Notice>
      )}
      <h3 className="text-h3">{reviewMessages.yours}</h3>
      <Stars rating={rating} />
      <p className="whitespace-pre-line">{comment}</p>
      {statusText && <p className="text-small text-ink-soft">{statusText}</p>}
    </div>
  );
}
