import { z } from 'zod';
import { Id } from '../common/schema.ts';
import { FITS, REVIEW_PHOTOS_MAX } from './constants.ts';
import { reviewMessages } from './messages.ts';

/** Null: not said, or the product has no sizes. */
export const ReviewFit = z.enum(FITS).nullable();

export const ReviewPhoto = z.object({ id: Id, url: z.string(), width: z.number().int(), height: z.number().int() });
export type ReviewPhoto = z.infer<typeof ReviewPhoto>;

export const ReviewReply = z.object({ text: z.string(), createdAt: z.iso.datetime() });

export const NewReview = z.strictObject({
  rating: z.number(reviewMessages.ratingMissing).min(0.5, reviewMessages.ratingMissing).max(5).multipleOf(0.5),
  comment: z
    .string(reviewMessages.commentMissing)
    .trim()
    .min(1, reviewMessages.commentMissing)
    .max(5_000, reviewMessages.commentTooLong),
  /** One of the sizes the customer bought; without it, the size of the latest order. */
  size: z.string().max(100).optional(),
  fit: z.enum(FITS).optional(),
  /** Ids of uploaded photos, in the order in which they are shown. */
  photos: z.array(Id).max(REVIEW_PHOTOS_MAX, reviewMessages.tooManyPhotos).optional(),
});
export type NewReview = z.infer<typeof NewReview>;

/** What the form validates. Its files are uploaded before the review is written. */
export const ReviewForm = z.object(NewReview.omit({ photos: true }).shape);

/** Whether the customer can review the product, and their review. */
export const OwnReview = z.object({
  canReview: z.boolean(),
  /** The sizes the customer received, the latest first. Empty: the product has no sizes. */
  sizes: z.array(z.string()).default([]),
  /** The reviews of the product that the customer marked as helpful. */
  helpful: z.array(Id).default([]),
  review: z
    .object({
      id: Id,
      rating: z.number(),
      comment: z.string(),
      status: z.enum(['pending', 'approved', 'rejected']),
      /** Why it was rejected; empty if staff gave no reason. */
      reason: z.string().default(''),
      size: z.string().nullable().default(null),
      fit: ReviewFit.default(null),
      photos: z.array(ReviewPhoto).default([]),
      reply: ReviewReply.nullable().default(null),
      createdAt: z.iso.datetime(),
    })
    .nullable(),
});
export type OwnReview = z.infer<typeof OwnReview>;

export const HelpfulVote = z.strictObject({ helpful: z.boolean() });
export type HelpfulVote = z.infer<typeof HelpfulVote>;

export const HelpfulCount = z.object({ helpful: z.boolean(), helpfulCount: z.number().int().nonnegative() });
