import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { registerMessages } from '@shop/contracts/identity/auth-messages';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { RegistrationForm } from '#lib/auth-forms.ts';
import { fieldOf, useContractForm } from '#lib/contract-form.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { useIsSubmitting } from '#lib/submitting.ts';
import { FormHeading } from './form-heading.tsx';
import { TextLink } from './text-link.tsx';

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
