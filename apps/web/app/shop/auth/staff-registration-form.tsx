import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { STAFF_PASSWORD_MIN } from '@shop/contracts/common/permissions';
import { passwordHint } from '@shop/contracts/identity/auth-messages';
import { invitationMessages as texts } from '@shop/contracts/identity/staff-messages';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { StaffRegistrationForm as Contract } from './auth-forms.ts';

type StaffRegistrationFormProps = { token: string; email: string; result?: SubmissionResult };

/** The email address is that of the invitation and is only there for password managers. */
export function StaffRegistrationForm({ token, email, result }: StaffRegistrationFormProps) {
  const [form, fields] = useContractForm(Contract, { id: 'staff-invitation', lastResult: result });
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
