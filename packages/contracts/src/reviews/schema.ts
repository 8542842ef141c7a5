import { z } from 'zod';
import { Id } from '../common/schema.ts';
import { reviewMessages } from './messages.ts';

export const NewReview = z.strictObject({
  rating: z.number(reviewMessages.ratingMissing).min(0.5, reviewMessages.ratingMissing).max(5).multipleOf(0.5),
  comment: z
    .string(reviewMessages.commentMissing)
    .trim()
    .min(1, reviewMessages.commentMissing)
    .max(5_000, reviewMessages.commentTooLong),
});
export type NewReview = z.infer<typeof NewReview>;

/** Whether the customer can review the product, and their review. */
export const OwnReview = z.object({
  canReview: z.boolean(),
  review: z
    .object({
      id: Id,
      rating: z.number(),
      comment: z.string(),
      status: z.enum(['pending', 'approved', 'rejected']),
      createdAt: z.iso.datetime(),
    })
    .nullable(),
});
export type OwnReview = z.infer<typeof OwnReview>;
