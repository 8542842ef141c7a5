import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { finishAccountMessages as texts } from '@shop/contracts/identity/guest-messages';
import { GuestAccount } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';

/** The password chosen at checkout: without it, another person's password would open the account. */
export function FinishAccountForm({ token, result }: { token: string; result?: SubmissionResult }) {
  const [form, { password }] = useContractForm(GuestAccount, { id: 'finish-account', lastResult: result });
  const busy = useIsSubmitting();
  return (
    <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
      <input type="hidden" name="token" value={token} />
      <PasswordField {...fieldOf(password)} label={texts.password} autoComplete="current-password" />
      {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
      <Button type="submit" busy={busy} busyLabel={texts.submitting}>
        {texts.submit}
      </Button>
    </Form>
  );
}
