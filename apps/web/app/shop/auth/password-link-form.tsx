import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { EmailLink, GuestAccount } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';

type PasswordLinkFormProps = {
  token: string;
  /** Not in a session of the account. */
  isPasswordNeeded: boolean;
  texts: Record<'password' | 'submit' | 'submitting', string>;
  result?: SubmissionResult;
};

/** Of a link that gives an email address to an account: without the password, that account may be another person's. */
export function PasswordLinkForm({ isPasswordNeeded, ...rest }: PasswordLinkFormProps) {
  return isPasswordNeeded ? <WithPassword {...rest} /> : <WithoutPassword {...rest} />;
}

type FormProps = Omit<PasswordLinkFormProps, 'isPasswordNeeded'>;

function WithPassword({ token, texts, result }: FormProps) {
  const [form, { password }] = useContractForm(GuestAccount, { id: 'link-password', lastResult: result });
  return (
    <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
      <PasswordField {...fieldOf(password)} label={texts.password} autoComplete="current-password" />
      <Submit {...{ token, texts }} error={form.errors?.[0]} />
    </Form>
  );
}

function WithoutPassword({ token, texts, result }: FormProps) {
  const [form] = useContractForm(EmailLink, { id: 'link', lastResult: result });
  return (
    <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
      <Submit {...{ token, texts }} error={form.errors?.[0]} />
    </Form>
  );
}

function Submit({ token, texts, error }: Pick<FormProps, 'token' | 'texts'> & { error: string | undefined }) {
  const busy = useIsSubmitting();
  return (
    <>
      <input type="hidden" name="token" value={token} />
      {error && <Notice kind="error">{error}</Notice>}
      <Button type="submit" busy={busy} busyLabel={texts.submitting}>
        {texts.submit}
      </Button>
    </>
  );
}
