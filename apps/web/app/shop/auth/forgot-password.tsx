import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { forgotPasswordMessages } from '@shop/contracts/identity/auth-messages';
import { requestPasswordReset } from '@shop/contracts/identity/operations';
import { ForgottenPassword } from '@shop/contracts/identity/schema';
import { data, Form } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { titleMeta } from '#lib/page-title.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/forgot-password';
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

function ForgotPasswordForm({ result }: { result?: SubmissionResult }) {
  const [form, { email }] = useContractForm(ForgottenPassword, { id: 'forgot-password', lastResult: result });
  const busy = useIsSubmitting();

  return (
    <>
      <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
        <TextField {...fieldOf(email)} label={forgotPasswordMessages.email} type="email" autoComplete="username" />
        {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
        <Button type="submit" busy={busy} busyLabel={forgotPasswordMessages.submitting}>
          {forgotPasswordMessages.submit}
        </Button>
      </Form>
      <p className="mt-4">
        <TextLink to="/login">{forgotPasswordMessages.backToLogin}</TextLink>
      </p>
    </>
  );
}
