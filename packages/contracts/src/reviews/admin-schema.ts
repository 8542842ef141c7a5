import { z } from 'zod';
import { after, dateSort } from '../common/filters.ts';
import { Id } from '../common/schema.ts';
import { adminReviewMessages } from './admin-messages.ts';
import { ReviewFit, ReviewPhoto, ReviewReply } from './schema.ts';

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
  /** Why it was rejected, as its author reads it. */
  reason: z.string().default(''),
  verifiedBuyer: z.boolean().default(true),
  size: z.string().nullable().default(null),
  fit: ReviewFit.default(null),
  photos: z.array(ReviewPhoto).default([]),
  reply: ReviewReply.nullable().default(null),
  helpfulCount: z.number().int().nonnegative().default(0),
  createdAt: z.iso.datetime(),
});
export type AdminReview = z.infer<typeof AdminReview>;

export const REVIEW_REASON_MAX = 500;
const REVIEW_REPLY_MAX = 2_000;

export const ReviewDecision = z.strictObject({
  status: z.enum(['approved', 'rejected']),
  /** For the author of a rejected review. */
  reason: z.string().trim().max(REVIEW_REASON_MAX, adminReviewMessages.reasonTooLong).optional(),
});
export type ReviewDecision = z.infer<typeof ReviewDecision>;

/** An empty reply removes it. */
export const ReplyForm = z.strictObject({
  reply: z.string().trim().max(REVIEW_REPLY_MAX, adminReviewMessages.replyTooLong),
});
export type ReplyForm = z.infer<typeof ReplyForm>;
