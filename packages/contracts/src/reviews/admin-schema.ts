import { z } from 'zod';
import { after, dateSort } from '../common/filters.ts';
import { Id, Moment } from '../common/schema.ts';
import { adminReviewMessages } from './admin-messages.ts';
import { ReviewFit, ReviewPhoto, ReviewReply, ReviewStatus } from './schema.ts';

export const ADMIN_REVIEWS_SHOWN = 30;

export const AdminReviewQuery = z.strictObject({
  status: z
    .enum([...ReviewStatus.options, 'all'])
    .default('pending')
    .describe('Reviews in this status, unless given those that wait for moderation.'),
  sort: dateSort,
  after,
});
export type AdminReviewQuery = z.infer<typeof AdminReviewQuery>;

export const AdminReview = z
  .object({
    id: Id,
    productId: Id.describe('The reviewed product.'),
    product: z.string().describe('The current name of the product.'),
    slug: z.string().describe('The current slug of the product.'),
    author: z.string().describe('The author’s name when the review was written.'),
    rating: z.number().describe('Stars, in steps of half a star.'),
    comment: z.string().describe('Plain text with line breaks.'),
    status: ReviewStatus,
    reason: z.string().default('').describe('Why it was rejected, as its author reads it; empty: no reason was given.'),
    verifiedBuyer: z
      .boolean()
      .default(true)
      .describe('The author had received the product; stays true if the order is cancelled later.'),
    size: z
      .string()
      .nullable()
      .default(null)
      .describe('The size that the author bought; null: the product had no sizes, or it isn’t known.'),
    fit: ReviewFit.default(null),
    photos: z.array(ReviewPhoto).default([]).describe('In the author’s order, without those that staff removed.'),
    reply: ReviewReply.nullable().default(null).describe('The public reply of the store; null: none.'),
    helpfulCount: z.number().int().nonnegative().default(0).describe('How many customers marked it as helpful.'),
    createdAt: Moment,
  })
  .meta({ id: 'AdminReview', description: 'A review as staff see it, in any status.' });
export type AdminReview = z.infer<typeof AdminReview>;

export const REVIEW_REASON_MAX = 500;
const REVIEW_REPLY_MAX = 2_000;

export const ReviewDecision = z
  .strictObject({
    status: z.enum(['approved', 'rejected']).describe('A decision can be reversed by another one.'),
    reason: z
      .string()
      .trim()
      .max(REVIEW_REASON_MAX, adminReviewMessages.reasonTooLong)
      .optional()
      .describe('For the author of a rejected review. Omitted: an earlier reason stays. Not kept with an approval.'),
  })
  .meta({ id: 'ReviewDecision', description: 'Whether a review is shown in the store.' });
export type ReviewDecision = z.infer<typeof ReviewDecision>;

export const ReplyForm = z
  .strictObject({
    reply: z
      .string()
      .trim()
      .max(REVIEW_REPLY_MAX, adminReviewMessages.replyTooLong)
      .describe('Shown in public. The author is notified of the first one. Empty: removes the reply.'),
  })
  .meta({ id: 'ReplyForm', description: 'The reply of the store to an approved review.' });
export type ReplyForm = z.infer<typeof ReplyForm>;
