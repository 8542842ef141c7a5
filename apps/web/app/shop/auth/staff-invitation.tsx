import { getFormProps, type SubmissionResult } from '@conform-to/react';
import type { ProblemOf } from '@shop/contracts/common/operation';
import { STAFF_PASSWORD_MIN } from '@shop/contracts/common/permissions';
import { roleLabels } from '@shop/contracts/identity/admin-messages';
import { passwordHint } from '@shop/contracts/identity/auth-messages';
import { acceptStaffInvitation, getStaffInvitation, registerStaff } from '@shop/contracts/identity/operations';
import { invitationMessages as texts } from '@shop/contracts/identity/staff-messages';
import type { InvitationState } from '@shop/contracts/identity/staff-schema';
import { data, Form, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { titleMeta } from '#lib/page-title.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/staff-invitation';
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

type AcceptInvitationProps = {
  token: string;
  invitation: InvitationState;
  /** Of the form for a new account. */
  result?: SubmissionResult;
  failed?: string;
};

const NEXT = { register: texts.register, 'log-in': texts.logIn, accept: texts.accept, 'log-out': texts.logOut };

/** Opening the link changes nothing: only its forms accept the invitation. */
function AcceptInvitation({ token, invitation, result, failed }: AcceptInvitationProps) {
  const { email, role, next } = invitation;
  return (
    <>
      <FormHeading heading={texts.heading}>{texts.invited(email, roleLabels[role])}</FormHeading>
      <p className="mb-5">{NEXT[next]}</p>
      {next === 'register' && <RegisterForm token={token} email={email} result={result} />}
      {next === 'accept' && <AcceptForm token={token} failed={failed} />}
      {next === 'log-in' && <TextLink to={withRedirect('/login', pathOf(token))}>{texts.toLogin}</TextLink>}
      {next === 'log-out' && <TextLink to="/logout">{texts.toLogout}</TextLink>}
    </>
  );
}

const pathOf = (token: string) => `/staff-invitation?${new URLSearchParams({ token })}`;

function AcceptForm({ token, failed }: { token: string; failed: string | undefined }) {
  const busy = useIsSubmitting();
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="token" value={token} />
      {failed && <Notice kind="error">{failed}</Notice>}
      <Button type="submit" name="intent" value="accept" busy={busy} busyLabel={texts.submitting}>
        {texts.submit}
      </Button>
    </Form>
  );
}

type RegisterFormProps = { token: string; email: string; result?: SubmissionResult };

/** The email address is that of the invitation and is only there for password managers. */
function RegisterForm({ token, email, result }: RegisterFormProps) {
  const [form, fields] = useContractForm(StaffRegistrationForm, { id: 'staff-invitation', lastResult: result });
  const busy = useIsSubmitting();
  return (
    <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
      <input type="hidden" name="token" value={token} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField {...fieldOf(fields.name)} label={texts.name} autoComplete="name" />
      <PasswordField
        {...fieldOf(fields.password)}
        label={texts.password}
        hint={passwordHint(STAFF_PASSWORD_MIN)}
        autoComplete="new-password"
      />
      <PasswordField {...fieldOf(fields.confirmPassword)} label={texts.confirmPassword} autoComplete="new-password" />
      {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
      <Button type="submit" busy={busy} busyLabel={texts.submitting}>
        {texts.submit}
      </Button>
    </Form>
  );
}
