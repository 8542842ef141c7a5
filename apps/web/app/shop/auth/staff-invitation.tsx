import type { SubmissionResult } from '@conform-to/react';
import type { ProblemOf } from '@shop/contracts/common/operation';
import { acceptStaffInvitation, getStaffInvitation, registerStaff } from '@shop/contracts/identity/operations';
import { invitationMessages as texts } from '@shop/contracts/identity/staff-messages';
import { data, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { titleMeta } from '#lib/page-title.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import type { Route } from './+types/staff-invitation';
import { AcceptInvitation } from './accept-invitation.tsx';
import { StaffRegistrationForm } from './auth-forms.ts';
import { FormHeading } from './form-heading.tsx';
import { FormResult } from './form-result.tsx';

/** Of a form that was not accepted. */
type Rejection = { isInvalid: boolean; result?: SubmissionResult; failed?: string };

export async function loader({ request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? '';
  if (!token) return { token, invitation: null };
  const found = await apiFor(request).call(getStaffInvitation, { query: { token } });
  if (found.ok) return { token, invitation: found.value };
  if (found.problem.status === 422) return { token, invitation: null };
  throw data(found.problem, { status: found.problem.status });
}

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, texts.title)];

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  return form.get('intent') === 'accept' ? accept(request, form) : register(request, form);
}

async function register(request: Request, form: FormData) {
  const sent = await sendForm(
    form,
    StaffRegistrationForm,
    ({ confirmPassword: _, ...registration }) => apiFor(request).call(registerStaff, { body: registration }),
    texts.failed,
  );
  if (sent.ok) return redirect('/admin', withCookies({}, sent.cookies));
  return reject({ isInvalid: isInvalidLink(sent.problem), result: sent.reply }, sent.status);
}

async function accept(request: Request, form: FormData) {
  const link = { token: String(form.get('token') ?? '') };
  const result = await apiFor(request).call(acceptStaffInvitation, { body: link });
  if (result.ok) return redirect('/admin');
  const { problem } = result;
  return reject({ isInvalid: isInvalidLink(problem), failed: errorMessage(problem, texts.failed) }, problem.status);
}

const isInvalidLink = (problem?: ProblemOf<typeof registerStaff | typeof acceptStaffInvitation>) =>
  problem?.code === 'invalid_link';
const reject = (rejection: Rejection, status: number) => data(rejection, { status });

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const unsent: Rejection = { isInvalid: false, result: networkErrorResult(texts.failed), failed: texts.failed };
  return serverAction().catch(onNetworkError(unsent));
}

export default function StaffInvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, invitation } = loaderData;
  if (!invitation || actionData?.isInvalid)
    return (
      <>
        <FormHeading heading={texts.heading} />
        <FormResult kind="error" text={texts.invalid} to="/login" next={texts.toLogin} />
      </>
    );
  return (
    <AcceptInvitation token={token} invitation={invitation} result={actionData?.result} failed={actionData?.failed} />
  );
}
