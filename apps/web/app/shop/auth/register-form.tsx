import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { registerMessages } from '@shop/contracts/identity/auth-messages';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { RegistrationForm } from './auth-forms.ts';
import { FormHeading } from './form-heading.tsx';

type RegisterFormProps = { result?: SubmissionResult; redirect: string | null };

export function RegisterForm({ result, redirect }: RegisterFormProps) {
  const [form, fields] = useContractForm(RegistrationForm, { id: 'register', lastResult: result });
  const busy = useIsSubmitting();

  return (
    <>
      <FormHeading heading={registerMessages.heading}>{registerMessages.invitation}</FormHeading>
      <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
        <TextField {...fieldOf(fields.name)} label={registerMessages.name} autoComplete="name" />
        <TextField {...fieldOf(fields.email)} label={registerMessages.email} type="email" autoComplete="username" />
        <PasswordField
          {...fieldOf(fields.password)}
          label={registerMessages.password}
          hint={registerMessages.passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          {...fieldOf(fields.confirmPassword)}
          label={registerMessages.confirmPassword}
          autoComplete="new-password"
        />
        {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
        <Button type="submit" busy={busy} busyLabel={registerMessages.submitting}>
          {registerMessages.submit}
        </Button>
      </Form>
      <p className="mt-4 flex flex-wrap items-center gap-x-2">
        {registerMessages.haveAccount}
        <TextLink to={withRedirect('/login', redirect)}>{registerMessages.login}</TextLink>
      </p>
    </>
  );
}
