import type { SubmissionResult } from '@conform-to/react';
import { data } from 'react-router';

/** For a form that never reached the server: shows the message and keeps the typed values. */
export const networkErrorResult = (message: string): SubmissionResult => ({
  status: 'error',
  error: { '': [message] },
});

const NETWORK_ERROR = 503;

/**
 * `fetch` throws a TypeError on a network error; anything else was a response. After an error status the router does
 * not revalidate, which would fail too, so the page stays as it is.
 */
export const onNetworkError =
  <T>(result: T) =>
  (error: unknown) => {
    if (error instanceof TypeError) return data(result, { status: NETWORK_ERROR });
    throw error;
  };

/** For `shouldRevalidate`: also after a rejected form, but not after a network error, when loading would fail too. */
export const afterEveryResponse = ({ actionStatus }: { actionStatus?: number }) => actionStatus !== NETWORK_ERROR;
