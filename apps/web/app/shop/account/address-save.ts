import type { Problem } from '@shop/contracts/common/problem';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import { errorMessage } from '#lib/forms/error-message.ts';
import { redirectTarget } from '#lib/redirect-target.ts';

const LIST = '/account/addresses';

/** The page the address form was opened from: `?redirect=`, for example the checkout, or the list. */
export function returnPath(search: URLSearchParams) {
  const requested = search.get('redirect');
  return requested === null ? LIST : redirectTarget(requested);
}

/** Only the list shows a saved message; other pages show the address itself. */
export function pathAfterSaving(search: URLSearchParams) {
  const back = returnPath(search);
  return back === LIST ? `${LIST}?done=saved` : back;
}

export const saveErrorMessage = (problem: Problem) =>
  errorMessage(problem, problem.status < 500 ? addressMessages.saveFailed : addressMessages.failed);
