import { notMeMessages as texts } from '@shop/contracts/identity/auth-messages';
import { denyEmail as denyEmailOperation } from '@shop/contracts/identity/operations';
import { EmailLink } from '@shop/contracts/identity/schema';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import type { Denial } from './not-me.tsx';

/** The button "This wasn’t me" of a page with a link. */
export async function denyEmail(request: Request, form: FormData) {
  const respond = (denial: Denial, status: number) => data({ denial }, { status });
  const link = EmailLink.safeParse({ token: form.get('token') });
  if (!link.success) return respond({ kind: 'error', text: texts.invalid }, 422);
  const result = await apiFor(request).call(denyEmailOperation, { body: link.data });
  if (result.ok) return respond({ kind: 'success', text: result.value.message }, 200);
  return respond({ kind: 'error', text: errorMessage(result.problem, texts.failed) }, result.problem.status);
}
