import type { Problem } from '@shop/contracts/common/problem';
import { addressMessages } from '@shop/contracts/identity/account-messages';
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

export function saveErrorMessage({ status, code, message }: Problem) {
  if (status >= 500) return addressMessages.failed;
  return code === 'unexpected' ? addressMessages.saveFailed : message;
}
