import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { forgotPasswordMessages } from '@shop/contracts/identity/auth-messages';
import { ForgottenPassword } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';

export function ForgotPasswordForm({ result }: { result?: SubmissionResult }) {
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
