import { Said } from '@shop/contracts/identity';
import { resetPasswordMessages } from '@shop/contracts/identity-texts';
import { pageTitle } from '@shop/contracts/site';
import { data } from 'react-router';
import { Ending } from '#components/identity/ending.tsx';
import { Opening } from '#components/identity/opening.tsx';
import { ResetPasswordForm } from '#components/identity/reset-password-form.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/form.server.ts';
import { refusalOr, sendForm } from '#lib/send-form.server.ts';
import { PasswordResetForm } from '#lib/sign-in-forms.ts';
import type { Route } from './+types/reset-password';

const { title, heading, done, invalid, failed, askAgain, toLogin } = resetPasswordMessages;

export const loader = ({ url }: Route.LoaderArgs) => ({ token: url.searchParams.get('token') });

export const meta = () => [{ title: pageTitle(title) }];

export async function action({ request }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    PasswordResetForm,
    ({ confirmPassword: _, ...reset }) => apiFor(request).post('/auth/reset-password', Said, reset),
    refusalOr(failed),
  );
  if (sent.ok) return data({ state: 'done', result: undefined } as const, { status: 200 });
  const state = sent.problem?.code === 'link_invalid' ? 'invalid' : 'open';
  return data({ state, result: sent.reply } as const, { status: sent.status });
}

export default function ResetPasswordPage({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const state = actionData?.state ?? (token ? 'open' : 'invalid');
  return (
    <>
      <Opening heading={heading} />
      {state === 'open' && token && <ResetPasswordForm token={token} result={actionData?.result} />}
      {state === 'done' && <Ending kind="success" text={done} to="/login" next={toLogin} />}
      {state === 'invalid' && <Ending kind="error" text={invalid} to="/forgot-password" next={askAgain} />}
    </>
  );
}
