import { type Fit, isSizeOption } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { type NewReview, OwnReview, ReviewPhoto } from '@shop/contracts/reviews/schema';
import { z } from 'zod';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';

export const OptionValues = z.record(z.string(), z.string());
export type OptionValues = z.infer<typeof OptionValues>;

/** The sizes of order lines, each once, in their order. */
export const sizesOf = (lines: OptionValues[]) => [
  ...new Set(
    lines.flatMap((options) => {
      const [name] = Object.keys(options).filter(isSizeOption).toSorted();
      return (name && options[name]) || [];
    }),
  ),
];

/** Size and fit of a new review, by the sizes that its author bought, the latest first. */
export function sizeAndFitOf({ size, fit }: NewReview, bought: string[]): { size: string | null; fit: Fit | null } {
  if (size !== undefined && !bought.includes(size))
    throw new DomainError('invalid', 'size_not_bought', reviewMessages.sizeNotBought);
  if (fit && bought.length === 0)
    throw new DomainError('invalid', 'product_without_sizes', reviewMessages.fitNotApplicable);
  return { size: size ?? bought[0] ?? null, fit: fit ?? null };
}

/** What decides whether a customer can review a product: the options of the lines they received, and their review. */
export type Occasion = { lines: OptionValues[]; review: unknown };

export const canReview = ({ lines, review }: Occasion) => lines.length > 0 && review === null;

export function assertCanReview(occasion: Occasion) {
  if (occasion.lines.length === 0)
    throw new DomainError('forbidden', 'not_a_verified_buyer', reviewMessages.onlyVerifiedBuyers);
  if (occasion.review !== null) throw alreadyReviewed();
}

export const alreadyReviewed = () => new DomainError('conflict', 'already_reviewed', reviewMessages.already);

type StoredReply = { reply: string | null; repliedAt: string | Date | null };

export const replyOf = ({ reply, repliedAt }: StoredReply) =>
  reply !== null && repliedAt !== null ? { text: reply, createdAt: toIso(repliedAt) } : null;

export const StoredPhoto = ReviewPhoto.omit({ url: true });
type StoredPhoto = z.infer<typeof StoredPhoto>;

/** The URLs of photos for their author and for staff, also before the review is approved. */
export const ownPhotos = (photos: StoredPhoto[]): ReviewPhoto[] =>
  photos.map((photo) => ({ ...photo, url: `/api/review-photos/${photo.id}` }));
export const staffPhotos = (photos: StoredPhoto[]): ReviewPhoto[] =>
  photos.map((photo) => ({ ...photo, url: `/api/admin/review-photos/${photo.id}` }));

export const StoredReview = OwnReview.shape.review.unwrap().extend({
  photos: z.array(StoredPhoto),
  reply: z.string().nullable(),
  repliedAt: z.string().nullable(),
  createdAt: z.string(),
});

export const ownReview = ({ reply, repliedAt, photos, createdAt, ...review }: z.infer<typeof StoredReview>) => ({
  ...review,
  photos: ownPhotos(photos),
  reply: replyOf({ reply, repliedAt }),
  createdAt: toIso(createdAt),
});

/** What a moderator's decision changes. Only a rejected review has a reason. */
export function decisionFor(
  before: { status: string; reason: string },
  { status, reason }: { status: 'approved' | 'rejected'; reason?: string },
) {
  const kept = before.status === 'rejected' ? before.reason : '';
  return { status, reason: status === 'rejected' ? (reason ?? kept) : '' };
}

/** The fields of `after` that differ. */
export function changedFields<Fields extends object>(before: Fields, after: Partial<Fields>) {
  const previous = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => previous.get(field) !== value);
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, previous.get(field)])),
    after: Object.fromEntries(changed),
    isChanged: changed.length > 0,
  };
}
