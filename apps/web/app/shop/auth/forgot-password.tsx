import { forgotPasswordMessages } from '@shop/contracts/identity/auth-messages';
import { requestPasswordReset } from '@shop/contracts/identity/operations';
import { ForgottenPassword } from '@shop/contracts/identity/schema';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { titleMeta } from '#lib/page-title.ts';
import type { Route } from './+types/forgot-password';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { FormHeading } from './form-heading.tsx';
import { FormResult } from './form-result.tsx';

const { title, description, heading, invitation, failed, backToLogin } = forgotPasswordMessages;

export const meta: Route.MetaFunction = ({ matches }) => [
  titleMeta(matches, title),
  { name: 'description', content: description },
];

export async function action({ request }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    ForgottenPassword,
    (input) => apiFor(request).call(requestPasswordReset, { body: input }),
    failed,
  );
  if (sent.ok) return data({ message: sent.value.message, result: undefined }, { status: 202 });
  return data({ message: undefined, result: sent.reply }, { status: sent.status });
}

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  const message = actionData?.message;
  return (
    <>
      <FormHeading heading={heading}>{message ? undefined : invitation}</FormHeading>
      {message ? (
        <FormResult kind="success" text={message} to="/login" next={backToLogin} />
      ) : (
        <ForgotPasswordForm result={actionData?.result} />
      )}
    </>
  );
}
