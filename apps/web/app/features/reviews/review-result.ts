import type { SubmissionResult } from '@conform-to/react';
import type { OwnReview } from '@shop/contracts/reviews/schema';

/** The saved review, or the validation errors. */
export type ReviewResult = { review?: OwnReview['review']; reply?: SubmissionResult };
