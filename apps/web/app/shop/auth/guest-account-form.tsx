import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { guestAccountMessages as texts } from '@shop/contracts/identity/guest-messages';
import { GuestPassword } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';

/** One password, for the email address the guest has entered. Sent to the page that shows the result. */
export function GuestAccountForm({ email, result }: { email: string; result?: SubmissionResult }) {
  const [form, { password }] = useContractForm(GuestPassword, { id: 'guest-account', lastResult: result });
  const busy = useIsSubmitting();
  return (
    <Form
      {...getFormProps(form, { ariaAttributes: false })}
      method="post"
      action="/guest-account"
      className="grid gap-5 text-left"
    >
      <p className="text-ink-soft text-small wrap-anywhere">{texts.emailIs(email)}</p>
      <PasswordField {...fieldOf(password)} label={texts.password} hint={texts.hint} autoComplete="new-password" />
      {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
      <Button type="submit" busy={busy} busyLabel={texts.submitting}>
        {texts.submit}
      </Button>
    </Form>
  );
}

/** For the page after a guest's order. */
export function GuestAccountOffer({ email }: { email: string }) {
  return (
    <section
      aria-labelledby="guest-account-heading"
      className="mx-auto mt-10 max-w-md rounded-card bg-pearl p-5 text-left tablet:p-8"
    >
      <h2 id="guest-account-heading" className="font-display text-h2">
        {texts.heading}
      </h2>
      <p className="mt-2 mb-5 text-ink-soft">{texts.afterOrder}</p>
      <GuestAccountForm email={email} />
    </section>
  );
}
