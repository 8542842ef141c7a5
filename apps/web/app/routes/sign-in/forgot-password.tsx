import { ForgottenPassword, Said } from '@shop/contracts/identity';
import { forgotPasswordMessages } from '@shop/contracts/identity-texts';
import { pageTitle } from '@shop/contracts/site';
import { data } from 'react-router';
import { Ending } from '#components/identity/ending.tsx';
import { ForgotPasswordForm } from '#components/identity/forgot-password-form.tsx';
import { Opening } from '#components/identity/opening.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/form.server.ts';
import { refusalOr, sendForm } from '#lib/send-form.server.ts';
import type { Route } from './+types/forgot-password';

const { title, description, heading, invitation, failed, backToLogin } = forgotPasswordMessages;

export const meta = () => [{ title: pageTitle(title) }, { name: 'description', content: description }];

export async function action({ request }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    ForgottenPassword,
    (whose) => apiFor(request).post('/auth/forgot-password', Said, whose),
    refusalOr(failed),
  );
  if (sent.ok) return data({ said: sent.value.message, result: undefined }, { status: 202 });
  return data({ said: undefined, result: sent.reply }, { status: sent.status });
}

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  const said = actionData?.said;
  return (
    <>
      <Opening heading={heading}>{said ? undefined : invitation}</Opening>
      {said ? (
        <Ending kind="success" text={said} to="/login" next={backToLogin} />
      ) : (
        <ForgotPasswordForm result={actionData?.result} />
      )}
    </>
  );
}
