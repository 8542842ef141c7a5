import { adminMessages } from '@shop/contracts/admin-texts';
import { data, redirect } from 'react-router';
import type { ApiResult } from './api.server.ts';
import { errorMessageOr } from './send-form.server.ts';

/** What became of a button: the page again, which says so, or why not. `to` keeps the filters one was looking through. */
export function redirectAfterAction(url: URL, done: string, result: ApiResult<unknown>) {
  if (!result.ok)
    return data({ failed: errorMessageOr(adminMessages.failed)(result.problem) }, { status: result.problem.status });
  const search = new URLSearchParams(url.search);
  search.set('done', done);
  throw redirect(`${url.pathname}?${search}`);
}
