import type { CommonCode } from '@shop/contracts/common/operation';
import type { Problem } from '@shop/contracts/common/problem';

/**
 * The message of a failed request: the API's own for a client error (4xx). A server error, and a response that is not
 * the API's, gets the fallback.
 */
export const errorMessage = (
  { status, code, message }: Pick<Problem, 'status' | 'code' | 'message'>,
  fallback = message,
) => (status < 500 && code !== ('unexpected' satisfies CommonCode) && message ? message : fallback);
