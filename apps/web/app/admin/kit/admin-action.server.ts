import { adminMessages } from '@shop/contracts/admin/messages';
import { redirect } from 'react-router';
import type { CallResult } from '#lib/api.server.ts';
import { failedResponse } from '#lib/forms/form.server.ts';

/** Redirects to the page with `?done=`, keeping the filters in its URL; a failure returns the error message. */
export function redirectAfterAction(url: URL, done: string, result: CallResult<unknown>) {
  if (!result.ok) return failedResponse(result.problem, adminMessages.failed);
  const search = new URLSearchParams(url.search);
  search.set('done', done);
  throw redirect(`${url.pathname}?${search}`);
}
