import { addressMessages } from '@shop/contracts/account-texts';
import type { Problem } from '@shop/contracts/problem';
import { redirectTarget } from './redirect-target.ts';

const LIST = '/account/addresses';

/** Where the address form was opened from: by `?redirect=`, such as the checkout, or from the list. */
export function returnPath(search: URLSearchParams) {
  const requested = search.get('redirect');
  return requested === null ? LIST : redirectTarget(requested);
}

/** Only the list tells that the address is saved; elsewhere one sees it. */
export function pathAfterSaving(search: URLSearchParams) {
  const back = returnPath(search);
  return back === LIST ? `${LIST}?done=saved` : back;
}

/** What the page says of an address that was not saved. */
export function saveErrorMessage({ status, code, message }: Problem) {
  if (status >= 500) return addressMessages.failed;
  return code === 'unexpected' ? addressMessages.saveFailed : message;
}
