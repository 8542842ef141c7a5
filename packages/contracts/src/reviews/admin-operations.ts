import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { AdminReview, AdminReviewQuery, ReplyForm, ReviewDecision } from './admin-schema.ts';

const tag = 'Admin: reviews';

const ByReview = z.object({ id: Id.describe('The review, in any status.') });
const ByPhoto = z.object({ photo: Id.describe('One of the `photos` of a review.') });

export const listAllReviews = operation('GET /admin/reviews', {
  id: 'listAllReviews',
  tag,
  summary: 'List reviews by status, newest first by default',
  query: AdminReviewQuery,
  response: z.array(AdminReview),
  headers: ['Link'],
});

export const moderateReview = operation('PUT /admin/reviews/:id/status', {
  id: 'moderateReview',
  tag,
  summary: 'Approve or reject a review, with a reason for its author',
  params: ByReview,
  body: ReviewDecision,
  response: ReviewDecision,
  errors: { 404: ['review_not_found'] },
});

export const getReviewForStaff = operation('GET /admin/reviews/:id', {
  id: 'getReviewForStaff',
  tag,
  summary: 'Get a review',
  params: ByReview,
  response: AdminReview,
  errors: { 404: ['review_not_found'] },
});

export const replyToReview = operation('PUT /admin/reviews/:id/reply', {
  id: 'replyToReview',
  tag,
  summary: 'Reply to an approved review in public, or remove the reply',
  params: ByReview,
  body: ReplyForm,
  response: AdminReview,
  errors: { 404: ['review_not_found'], 409: ['review_not_approved', 'account_changed'] },
});

export const removeReviewPhoto = operation('DELETE /admin/reviews/:id/photos/:photo', {
  id: 'removeReviewPhoto',
  tag,
  summary: 'Remove a photo of a review and delete its file',
  params: ByReview.extend({ photo: Id.describe('One of the `photos` of the review.') }),
  response: AdminReview,
  errors: { 404: ['review_not_found', 'photo_not_found'] },
});

export const getReviewPhotoForStaff = operation('GET /admin/review-photos/:photo', {
  id: 'getReviewPhotoForStaff',
  tag,
  summary: 'Get a photo of a review in any status',
  params: ByPhoto,
  produces: ['image/webp'],
  errors: { 404: ['image_not_found'] },
});
