import type { SubmissionResult } from '@conform-to/react';
import type { OwnReview } from '@shop/contracts/reviews';

/** What became of a review: it is kept, or something is wrong with it. */
export type ReviewResult = { review?: OwnReview['review']; reply?: SubmissionResult };
