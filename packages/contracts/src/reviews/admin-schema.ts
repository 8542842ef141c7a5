import { z } from 'zod';
import { after, dateSort } from '../common/filters.ts';
import { Id } from '../common/schema.ts';

export const ADMIN_REVIEWS_SHOWN = 30;

const ReviewStatus = z.enum(['pending', 'approved', 'rejected']);

/** Default: pending reviews. */
export const AdminReviewQuery = z.strictObject({
  status: z.enum([...ReviewStatus.options, 'all']).default('pending'),
  sort: dateSort,
  after,
});
export type AdminReviewQuery = z.infer<typeof AdminReviewQuery>;

export const AdminReview = z.object({
  id: Id,
  productId: Id,
  product: z.string(),
  slug: z.string(),
  author: z.string(),
  rating: z.number(),
  comment: z.string(),
  status: ReviewStatus,
  createdAt: z.iso.datetime(),
});
export type AdminReview = z.infer<typeof AdminReview>;

export const ReviewDecision = z.strictObject({ status: z.enum(['approved', 'rejected']) });
export type ReviewDecision = z.infer<typeof ReviewDecision>;
