import type { SubmissionResult } from '@conform-to/react';
import { data } from 'react-router';

/** What a form shows that never got to the shop: its own words, and what was typed stays where it is. */
export const networkErrorResult = (message: string): SubmissionResult => ({
  status: 'error',
  error: { '': [message] },
});

/**
 * A network that fails throws a TypeError; everything else was an answer. As a failure it leaves the page as it is: the
 * router would not get anything new for it either.
 */
export const onNetworkError =
  <T>(result: T) =>
  (error: unknown) => {
    if (error instanceof TypeError) return data(result, { status: 503 });
    throw error;
  };
