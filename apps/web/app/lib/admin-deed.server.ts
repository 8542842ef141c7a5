import { adminMessages } from '@shop/contracts/admin-texts';
import { data, redirect } from 'react-router';
import type { Answer } from './api.server.ts';
import { refusalOr } from './send-form.server.ts';

/** What became of a button: the page again, which says so, or why not. `to` keeps the filters one was looking through. */
export function afterDeed(url: URL, done: string, answer: Answer<unknown>) {
  if (!answer.ok)
    return data({ failed: refusalOr(adminMessages.failed)(answer.problem) }, { status: answer.problem.status });
  const search = new URLSearchParams(url.search);
  search.set('done', done);
  throw redirect(`${url.pathname}?${search}`);
}
