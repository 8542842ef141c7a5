import type { Review } from '@shop/contracts/catalog/schema';
import { reviewPhotoUrl } from '@shop/contracts/reviews/constants';
import type { ReviewPhoto } from '@shop/contracts/reviews/schema';
import { toIso, withIsoDate } from '#platform/timestamps.ts';

type PhotoRow = Omit<ReviewPhoto, 'url'>;

/** A review as read from the database. */
export type ReviewRow = Omit<Review, 'photos' | 'reply'> & {
  photos: PhotoRow[] | null;
  reply: string | null;
  repliedAt: string | null;
};

export const withPhotoUrl = <Photo extends PhotoRow>(photo: Photo) => ({ ...photo, url: reviewPhotoUrl(photo.id) });

export const publicReview = ({ photos, reply, repliedAt, ...review }: ReviewRow): Review => ({
  ...withIsoDate(review),
  photos: (photos ?? []).map(withPhotoUrl),
  reply: reply !== null && repliedAt !== null ? { text: reply, createdAt: toIso(repliedAt) } : null,
});
