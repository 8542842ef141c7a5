import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { registerMessages, resetPasswordMessages } from '@shop/contracts/identity/auth-messages';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordResetForm } from './auth-forms.ts';

export function ResetPasswordForm({ token, result }: { token: string; result?: SubmissionResult }) {
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
