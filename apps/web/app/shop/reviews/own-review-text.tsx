import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { OwnReview } from '@shop/contracts/reviews/schema';
import { Notice } from '#ui/notice.tsx';
import { Stars } from '#ui/stars.tsx';
import { SizeAndFit, StoreReply } from './review-item.tsx';
import { ReviewPhotos } from './review-photos.tsx';

/** An approved review needs none: it is in the list of reviews. */
const STATUS_TEXTS = { pending: reviewMessages.pending, rejected: reviewMessages.rejected, approved: null };

type OwnReviewTextProps = { review: NonNullable<OwnReview['review']>; thanks?: boolean };

/** The customer's review, its status and why it was rejected. */
export function OwnReviewText({ review, thanks }: OwnReviewTextProps) {
  const { rating, comment, status, reason, size, fit, photos, reply } = review;
  const statusText = thanks ? null : STATUS_TEXTS[status];
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-3">
      {thanks && (
        <Notice kind="success">{status === 'pending' ? reviewMessages.sentPending : reviewMessages.sent}</Notice>
      )}
      <h3 className="text-h3">{reviewMessages.yours}</h3>
      {statusText && (
        <div className="rounded-card border border-line bg-paper px-4 py-3 text-small">
          <p className="font-semibold">{statusText}</p>
          {status === 'rejected' && reason && <p className="mt-1">{reviewMessages.rejectedReason(reason)}</p>}
        </div>
      )}
      <Stars rating={rating} />
      <p className="whitespace-pre-line">{comment}</p>
      <ReviewPhotos photos={photos} title={reviewMessages.yours} labelOf={reviewMessages.yourPhoto} />
      <p className="text-ink-soft text-small empty:hidden">
        <SizeAndFit size={size} fit={fit} />
      </p>
      {reply && <StoreReply {...reply} />}
    </div>
  );
}
