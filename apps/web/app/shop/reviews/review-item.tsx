import type { Review } from '@shop/contracts/catalog/schema';
import type { Fit } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { useDates } from '#lib/dates.ts';
import { useStoreIdentity } from '#lib/store-identity.ts';
import { Stars } from '#ui/stars.tsx';
import { HelpfulButton } from './helpful-button.tsx';
import { ReviewPhotos } from './review-photos.tsx';

type ReviewItemProps = { review: Review; slug: string; isMarked: boolean | undefined };

/** One review. Its first paragraph can have the focus. */
export function ReviewItem({ review, slug, isMarked }: ReviewItemProps) {
  const { shortDate } = useDates();
  const { userName, rating, comment, createdAt, photos, reply, verifiedBuyer, size, fit } = review;
  return (
    <>
      <p tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <Stars rating={rating} />
        <span className="min-w-0 font-semibold">{userName}</span>
        <time dateTime={createdAt} className="ml-auto text-ink-soft">
          {shortDate(new Date(createdAt))}
        </time>
      </p>
      <p className="mt-1 text-ink-soft text-small">
        {verifiedBuyer && <span className="text-delivered">{reviewMessages.verifiedBuyer}</span>}
        <SizeAndFit size={size} fit={fit} isFirst={!verifiedBuyer} />
      </p>
      <p className="mt-2 max-w-[68ch] whitespace-pre-line">{comment}</p>
      <ReviewPhotos
        photos={photos}
        title={reviewMessages.photoBy(userName)}
        labelOf={(position) => reviewMessages.openPhotoBy(position, userName)}
        className="mt-3"
      />
      {reply && <StoreReply {...reply} />}
      <HelpfulButton review={review} slug={slug} isMarked={isMarked} />
    </>
  );
}

type SizeAndFitProps = { size: string | null; fit: Fit | null; isFirst?: boolean };

/** "Bought US 7 · True to size", after what stands before it. */
export function SizeAndFit({ size, fit, isFirst = true }: SizeAndFitProps) {
  const parts = [size && reviewMessages.bought(size), fit && reviewMessages.fits[fit]].filter(Boolean);
  if (parts.length === 0) return null;
  return <span>{(isFirst ? '' : ' · ') + parts.join(' · ')}</span>;
}

export function StoreReply({ text }: { text: string }) {
  const { storeName } = useStoreIdentity();
  return (
    <div className="mt-3 border-mauve border-l-2 bg-paper px-4 py-3 text-small">
      <p className="font-semibold">{reviewMessages.reply(storeName)}</p>
      <p className="max-w-[68ch] whitespace-pre-line">{text}</p>
    </div>
  );
}
