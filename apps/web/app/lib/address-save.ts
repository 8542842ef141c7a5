import { addressMessages } from '@shop/contracts/account-texts';
import type { Problem } from '@shop/contracts/problem';
import { redirectTarget } from './redirect-target.ts';

const LIST = '/account/addresses';

/** Where the address form was opened from: by `?redirect=`, such as the checkout, or from the list. */
export function cameFrom(search: URLSearchParams) {
  const asked = search.get('redirect');
  return asked === null ? LIST : redirectTarget(asked);
}

/** Only the list tells that the address is saved; elsewhere one sees it. */
export function afterSaving(search: URLSearchParams) {
  const back = cameFrom(search);
  return back === LIST ? `${LIST}?done=saved` : back;
}

/** What the page says of an address that was not saved. */
export function saveRefusal({ status, code, message }: Problem) {
  if (status >= 500) return addressMessages.failed;
  return code === 'unexpected' ? addressMessages.refused : message;
}
