import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { twoFactorLoginMessages } from '@shop/contracts/identity/auth-messages';
import { TwoFactorLogin } from '@shop/contracts/identity/schema';
import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { FormHeading } from './form-heading.tsx';

type TwoFactorFormProps = { challenge: string; result?: SubmissionResult; redirect: string | null };

/** Second step of the login. The challenge is useless without the code, so it can be a form field. */
export function TwoFactorForm({ challenge, result, redirect }: TwoFactorFormProps) {
  const [form, { code }] = useContractForm(TwoFactorLogin, { id: 'two-factor', lastResult: result });
  const busy = useIsSubmitting();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  return (
    <>
      <FormHeading heading={twoFactorLoginMessages.heading} />
      <Form {...getFormProps(form, { ariaAttributes: false })} method="post" className="grid gap-5">
        <input type="hidden" name="challenge" value={challenge} />
        {/* No numeric keyboard: recovery codes are not only digits. */}
        <TextField
          {...fieldOf(code)}
          ref={input}
          label={twoFactorLoginMessages.code}
          hint={twoFactorLoginMessages.invitation}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
        <Button type="submit" busy={busy} busyLabel={twoFactorLoginMessages.submitting}>
          {twoFactorLoginMessages.submit}
        </Button>
      </Form>
      <p className="mt-4">
        <TextLink to={withRedirect('/login', redirect)}>{twoFactorLoginMessages.startOver}</TextLink>
      </p>
    </>
  );
}
