import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { registerMessages } from '@shop/contracts/identity-texts';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { fieldOf, useContractForm } from '#lib/contract-form.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { useSending } from '#lib/sending.ts';
import { RegistrationForm } from '#lib/sign-in-forms.ts';
import { Opening } from './opening.tsx';
import { TextLink } from './text-link.tsx';

type RegisterFormProps = { result?: SubmissionResult; redirect: string | null };

export function RegisterForm({ result, redirect }: RegisterFormProps) {
  const [form, fields] = useContractForm(RegistrationForm, { id: 'register', lastResult: result });
  const busy = useSending();

  return (
    <>
      <Opening heading={registerMessages.heading}>{registerMessages.invitation}</Opening>
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
