import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { registerMessages, resetPasswordMessages } from '@shop/contracts/identity/auth-messages';
import { resetPassword } from '@shop/contracts/identity/operations';
import { data, Form } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { titleMeta } from '#lib/page-title.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/reset-password';
import { PasswordResetForm } from './auth-forms.ts';
import { FormHeading } from './form-heading.tsx';
import { FormResult } from './form-result.tsx';

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

function ResetPasswordForm({ token, result }: { token: string; result?: SubmissionResult }) {
  const [form, fields] = useContractForm(PasswordResetForm, { id: 'reset-password', lastResult: result });
  const busy = useIsSubmitting();

  return (
    <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
      <input type="hidden" name="token" value={token} />
      <PasswordField
        {...fieldOf(fields.password)}
        label={resetPasswordMessages.password}
        hint={registerMessages.passwordHint}
        autoComplete="new-password"
      />
      <PasswordField
        {...fieldOf(fields.confirmPassword)}
        label={resetPasswordMessages.confirmPassword}
        autoComplete="new-password"
      />
      {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
      <Button type="submit" busy={busy} busyLabel={resetPasswordMessages.submitting}>
        {resetPasswordMessages.submit}
      </Button>
    </Form>
  );
}
