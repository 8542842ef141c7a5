import { z } from 'zod';
import { Id, Moment } from '../common/schema.ts';
import { FITS, REVIEW_PHOTOS_MAX } from './constants.ts';
import { reviewMessages } from './messages.ts';

export const ReviewFit = z.enum(FITS).nullable().meta({
  id: 'ReviewFit',
  description:
    'How the size fitted the author. `small`: it runs small; `true_to_size`; `large`: it runs large; null: not said, or the product had no sizes.',
});

export const ReviewStatus = z.enum(['pending', 'approved', 'rejected']).meta({
  id: 'ReviewStatus',
  description:
    '`pending`: waits for moderation; `approved`: shown in the store and counted in the rating; `rejected`: neither, only its author and staff see it.',
});

export const ReviewPhoto = z
  .object({
    id: Id,
    url: z
      .string()
      .describe(
        'Of the WebP image, 960 pixels wide. In the store it works while the review is approved; for author and staff it needs their session.',
      ),
    width: z.number().int().describe('Of the stored image, in pixels.'),
    height: z.number().int().describe('Of the stored image, in pixels.'),
  })
  .meta({ id: 'ReviewPhoto', description: 'A photo of a review, without metadata.' });
export type ReviewPhoto = z.infer<typeof ReviewPhoto>;

export const ReviewReply = z
  .object({
    text: z.string().describe('Plain text with line breaks.'),
    createdAt: Moment.describe('When it was written or last changed.'),
  })
  .meta({ id: 'ReviewReply', description: 'The public reply of the store to a review.' });

export const NewReview = z
  .strictObject({
    rating: z
      .number(reviewMessages.ratingMissing)
      .min(0.5, reviewMessages.ratingMissing)
      .max(5)
      .multipleOf(0.5)
      .describe('Stars, in steps of half a star.'),
    comment: z
      .string(reviewMessages.commentMissing)
      .trim()
      .min(1, reviewMessages.commentMissing)
      .max(5_000, reviewMessages.commentTooLong)
      .describe('Plain text with line breaks.'),
    size: z
      .string()
      .max(100)
      .optional()
      .describe('One of the sizes that the customer bought. Omitted: that of the latest order.'),
    fit: z
      .enum(FITS)
      .optional()
      .describe('`small`: it runs small; `large`: it runs large. Only for a product with sizes.'),
    photos: z
      .array(Id)
      .max(REVIEW_PHOTOS_MAX, reviewMessages.tooManyPhotos)
      .optional()
      .describe(
        'Photos uploaded for this product less than 23 hours ago, in display order. A review with photos waits for moderation.',
      ),
  })
  .meta({
    id: 'NewReview',
    description: 'A review of a product that the customer has received. Everyone can write one per product.',
  });
export type NewReview = z.infer<typeof NewReview>;

/** What the form validates. Its files are uploaded before the review is written. */
export const ReviewForm = z.object(NewReview.omit({ photos: true }).shape);

export const OwnReview = z
  .object({
    canReview: z.boolean().describe('The customer has received the product and has not reviewed it yet.'),
    sizes: z
      .array(z.string())
      .default([])
      .describe('The sizes that the customer received, the latest first. Empty: the product has no sizes.'),
    helpful: z
      .array(Id)
      .default([])
      .describe('The reviews of the product that the customer marked as helpful, up to 500.'),
    review: z
      .object({
        id: Id,
        rating: z.number().describe('Stars, in steps of half a star.'),
        comment: z.string().describe('Plain text with line breaks.'),
        status: ReviewStatus,
        reason: z
          .string()
          .default('')
          .describe('Why it was rejected; empty if staff gave no reason, or if it was not rejected.'),
        size: z
          .string()
          .nullable()
          .default(null)
          .describe('The size that the review is about; null: the product had no sizes, or it isn’t known.'),
        fit: ReviewFit.default(null),
        photos: z.array(ReviewPhoto).default([]).describe('In display order, without those that staff removed.'),
        reply: ReviewReply.nullable().default(null).describe('The public reply of the store; null: none.'),
        createdAt: Moment,
      })
      .nullable()
      .describe('The customer’s review, in any status; null: none.'),
  })
  .meta({ id: 'OwnReview', description: 'Whether the customer can review the product, and their review.' });
export type OwnReview = z.infer<typeof OwnReview>;

export const HelpfulVote = z
  .strictObject({ helpful: z.boolean().describe('True marks the review as helpful, false withdraws the mark.') })
  .meta({ id: 'HelpfulVote', description: 'A customer’s vote on the review of another one.' });
export type HelpfulVote = z.infer<typeof HelpfulVote>;

export const HelpfulCount = z
  .object({
    helpful: z.boolean().describe('Whether the customer now marks the review as helpful.'),
    helpfulCount: z.number().int().nonnegative().describe('How many customers mark it as helpful.'),
  })
  .meta({ id: 'HelpfulCount', description: 'The votes on a review after a vote.' });
