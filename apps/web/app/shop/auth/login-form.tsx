import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import { Credentials } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { FormHeading } from './form-heading.tsx';

type LoginFormProps = { result?: SubmissionResult; redirect: string | null };

export function LoginForm({ result, redirect }: LoginFormProps) {
  const [form, { email, password }] = useContractForm(Credentials, { id: 'login', lastResult: result });
  const busy = useIsSubmitting();

  return (
    <>
      <FormHeading heading={loginMessages.heading}>{loginMessages.invitation}</FormHeading>
      <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
        <TextField {...fieldOf(email)} label={loginMessages.email} type="email" autoComplete="username" />
        <div>
          <PasswordField {...fieldOf(password)} label={loginMessages.password} autoComplete="current-password" />
          <TextLink to="/forgot-password">{loginMessages.forgot}</TextLink>
        </div>
        {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
        <Button type="submit" busy={busy} busyLabel={loginMessages.submitting}>
          {loginMessages.submit}
        </Button>
      </Form>
      <p className="mt-4 flex flex-wrap items-center gap-x-2">
        {loginMessages.noAccount} <TextLink to={withRedirect('/register', redirect)}>{loginMessages.register}</TextLink>
      </p>
    </>
  );
}
