import type { SubmissionResult } from '@conform-to/react';
import { data } from 'react-router';

/** What a form shows that never got to the shop: its own words, and what was typed stays where it is. */
export const notSent = (words: string): SubmissionResult => ({ status: 'error', error: { '': [words] } });

/**
 * A network that fails throws a TypeError; everything else was an answer. As a failure it leaves the page as it is: the
 * router would not get anything new for it either.
 */
export const whenUnreachable =
  <T>(answer: T) =>
  (error: unknown) => {
    if (error instanceof TypeError) return data(answer, { status: 503 });
    throw error;
  };
