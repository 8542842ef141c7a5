import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { IMAGE_TYPES } from '../media/constants.ts';
import { HelpfulCount, HelpfulVote, NewReview, OwnReview, ReviewPhoto } from './schema.ts';

export const uploadReviewPhoto = operation('POST /products/:product/review-photos', {
  id: 'uploadReviewPhoto',
  tag: 'Reviews',
  summary: 'Upload a photo for your review of a product you’ve received',
  params: z.object({ product: Id.describe('The id of the product, not its slug.') }),
  consumes: IMAGE_TYPES,
  status: 201,
  response: ReviewPhoto,
  errors: {
    403: ['not_a_verified_buyer'],
    409: ['already_reviewed', 'too_many_photos'],
    422: ['invalid_image'],
    429: ['busy'],
  },
});

export const getOwnReviewPhoto = operation('GET /review-photos/:photo', {
  id: 'getOwnReviewPhoto',
  tag: 'Reviews',
  summary: 'Get a photo of your review, also before it’s approved',
  params: z.object({ photo: Id.describe('One of the `photos` of your review, or the response to its upload.') }),
  produces: ['image/webp'],
  errors: { 404: ['image_not_found'] },
});

export const getReviewPhoto = operation('GET /media/review-photo-:photo/:file', {
  id: 'getReviewPhoto',
  tag: 'Images',
  summary: 'Get a photo of an approved review as {width}.{avif|webp}',
  params: z.object({
    photo: z.string().describe('The id of the photo.'),
    file: z.string().describe('Width and format, such as `960.webp`.'),
  }),
  produces: ['image/avif', 'image/webp'],
  errors: { 404: ['image_not_found'] },
});

export const getOwnReview = operation('GET /products/:product/own-review', {
  id: 'getOwnReview',
  tag: 'Reviews',
  summary: 'Get your review of a product and whether you can write one',
  params: z.object({ product: Id.describe('The id of the product, not its slug.') }),
  response: OwnReview,
});

export const createReview = operation('POST /products/:product/reviews', {
  id: 'createReview',
  tag: 'Reviews',
  summary: 'Review a product you’ve received',
  params: z.object({ product: Id.describe('The id of the product, not its slug.') }),
  body: NewReview,
  response: OwnReview,
  errors: {
    403: ['not_a_verified_buyer'],
    409: ['already_reviewed'],
    422: ['size_not_bought', 'product_without_sizes', 'photo_not_found'],
  },
});

export const voteHelpful = operation('PUT /reviews/:id/helpful', {
  id: 'voteHelpful',
  tag: 'Reviews',
  summary: 'Mark a review as helpful, or withdraw the mark',
  params: z.object({ id: Id.describe('An approved review of another customer.') }),
  body: HelpfulVote,
  response: HelpfulCount,
  errors: { 403: ['own_review'], 404: ['review_not_found'] },
});
