import { mediaUrl } from '../common/media.ts';

/** Days after delivery until the customer is invited, once, to review their items. */
export const REVIEW_INVITATION_DAYS = 7;

export const FITS = ['small', 'true_to_size', 'large'] as const;
export type Fit = (typeof FITS)[number];

/** Orders of the reviews of a product; the first is the default. */
export const REVIEW_SORTS = ['newest', 'helpful'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

export const REVIEW_PHOTOS_MAX = 4;
/** Of all photos of a review together: a form without JavaScript sends them in one request. */
export const REVIEW_PHOTOS_BYTES_MAX = 10 * 1024 * 1024;

/** Whether an option of a product is its size, by its name: "Size", "Ring size", "Waist", "Length". */
export const isSizeOption = (name: string) => /\b(size|waist|length)\b/i.test(name);

/** Photos beside the reviews of a product page: the newest ones. */
export const PRODUCT_REVIEW_PHOTOS = 6;

/** The key of a photo in the media store. Its URL works while the review is approved. */
export const reviewPhotoKey = (id: string) => `review-photo-${id}`;
export const reviewPhotoUrl = (id: string) => mediaUrl(reviewPhotoKey(id));
