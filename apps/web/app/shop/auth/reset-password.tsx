import { resetPasswordMessages } from '@shop/contracts/identity/auth-messages';
import { resetPassword } from '@shop/contracts/identity/operations';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { titleMeta } from '#lib/page-title.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import type { Route } from './+types/reset-password';
import { PasswordResetForm } from './auth-forms.ts';
import { FormHeading } from './form-heading.tsx';
import { FormResult } from './form-result.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

const { title, heading, done, invalid, failed, requestNewLink, toLogin } = resetPasswordMessages;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta: Route.MetaFunction = ({ matches }) => [titleMeta(matches, title)];

export async function action({ request }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    PasswordResetForm,
    ({ confirmPassword: _, ...reset }) => apiFor(request).call(resetPassword, { body: reset }),
    failed,
  );
  if (sent.ok) return data({ state: 'done', result: undefined } as const, withCookies({ status: 200 }, sent.cookies));
  const state = sent.problem?.code === 'invalid_link' ? 'invalid' : 'open';
  return data({ state, result: sent.reply } as const, { status: sent.status });
}

export default function ResetPasswordPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const state = actionData?.state ?? (token ? 'open' : 'invalid');
  return (
    <>
      <FormHeading heading={heading} />
      {state === 'open' && token && <ResetPasswordForm token={token} result={actionData?.result} />}
      {state === 'done' && <FormResult kind="success" text={done} to="/login" next={toLogin} />}
      {state === 'invalid' && <FormResult kind="error" text={invalid} to="/forgot-password" next={requestNewLink} />}
    </>
  );
}
