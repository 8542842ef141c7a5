import type { Review } from '@shop/contracts/catalog/schema';
import type { Fit } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { ThumbsUp } from 'lucide-react';
import { Link, useFetcher } from 'react-router';
import { useDates } from '#lib/dates.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { useSession } from '#lib/session.tsx';
import { useStoreProfile } from '#lib/store-profile.ts';
import { classes } from '#ui/classes.ts';
import { Stars } from '#ui/stars.tsx';
import { useToasts } from '#ui/toast.tsx';
import { ReviewPhotos } from './review-photos.tsx';
import type { HelpfulResult } from './review-result.ts';

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
  const { storeName } = useStoreProfile();
  return (
    <div className="mt-3 border-mauve border-l-2 bg-paper px-4 py-3 text-small">
      <p className="font-semibold">{reviewMessages.reply(storeName)}</p>
      <p className="max-w-[68ch] whitespace-pre-line">{text}</p>
    </div>
  );
}

const LOOK = 'mt-1 inline-flex min-h-11 items-center gap-2 text-small font-medium text-ink-soft hover:text-violet';

type HelpfulButtonProps = {
  review: Review;
  slug: string;
  /** Whether the customer marked it before this visit; undefined until that is known. */
  isMarked: boolean | undefined;
};

/** Marks a review, or withdraws the mark. Without JavaScript it marks it. It leads guests to the login. */
function HelpfulButton({ review: { id, userName, helpfulCount }, slug, isMarked = false }: HelpfulButtonProps) {
  const { signedIn } = useSession();
  const { Form, formData, data } = useFetcher<HelpfulResult>({ key: `helpful-${id}` });
  useToasts(data);

  const saved = data?.helpful ?? isMarked;
  const marked = formData ? formData.get('helpful') === 'true' : saved;
  const count = (data?.helpfulCount ?? helpfulCount) + Number(marked) - Number(saved);
  const label = reviewMessages.helpful(count);
  const name = reviewMessages.helpfulOf(label, userName);
  if (!signedIn) {
    return (
      <Link to={withRedirect('/login', `/product/${slug}#reviews`)} rel="nofollow" aria-label={name} className={LOOK}>
        <ThumbsUp aria-hidden className="size-4" strokeWidth={1.5} />
        {label}
      </Link>
    );
  }
  return (
    <Form method="post" action={`/product/${slug}/review`}>
      <input type="hidden" name="intent" value="helpful" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="helpful" value={String(!marked)} />
      <button
        type="submit"
        aria-label={name}
        aria-pressed={marked}
        className={classes(LOOK, marked && 'font-semibold text-violet')}
      >
        <ThumbsUp aria-hidden className={classes('size-4', marked && 'fill-violet-tint')} strokeWidth={1.5} />
        {label}
      </button>
    </Form>
  );
}
