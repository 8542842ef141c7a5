import type { SubmissionResult } from '@conform-to/react';
import type { OwnReview } from '@shop/contracts/reviews/schema';

/** The saved review, or the validation errors. */
export type ReviewResult = { review?: OwnReview['review']; reply?: SubmissionResult };

/** The vote as it is stored, or why it is not. */
export type HelpfulResult = { helpful?: boolean; helpfulCount?: number; failed?: string };

/** Of the one action for both. */
export type ReviewActionResult = ReviewResult & HelpfulResult;
