import type { ReviewSort } from '@shop/contracts/reviews/constants';

/** Which reviews are shown, and in which order; a product page has it in its URL. */
export type ReviewFilter = { photos: boolean; size: string | null; sortBy: ReviewSort };

export const ALL_REVIEWS: ReviewFilter = { photos: false, size: null, sortBy: 'newest' };

const PHOTOS = 'reviewPhotos';
const SIZE = 'reviewSize';
const SORT = 'reviewSort';

/** The query parameters that `readReviewFilter` reads. */
export const REVIEW_PARAMETERS = [PHOTOS, SIZE, SORT];

export const readReviewFilter = (search: URLSearchParams): ReviewFilter => ({
  photos: search.has(PHOTOS),
  size: search.get(SIZE) || null,
  sortBy: search.get(SORT) === 'helpful' ? 'helpful' : 'newest',
});

/** The parameters of a product page with this filter. */
export const filterParameters = ({ photos, size, sortBy }: ReviewFilter): string[][] => [
  ...(photos ? [[PHOTOS, '1']] : []),
  ...(size ? [[SIZE, size]] : []),
  ...(sortBy === 'helpful' ? [[SORT, sortBy]] : []),
];

/** The query of the API for a page of these reviews. */
export const reviewQuery = ({ photos, size, sortBy }: ReviewFilter, cursor?: string | null) =>
  new URLSearchParams([
    ...(photos ? [['photos', 'true']] : []),
    ...(size ? [['size', size]] : []),
    ...(sortBy === 'helpful' ? [['sortBy', sortBy]] : []),
    ...(cursor ? [['cursor', cursor]] : []),
  ]);
