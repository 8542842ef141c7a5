import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { TwoFactorLogin } from '@shop/contracts/identity';
import { twoFactorLoginMessages } from '@shop/contracts/identity-texts';
import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { fieldOf, useContractForm } from '#lib/contract-form.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { useIsSubmitting } from '#lib/submitting.ts';
import { FormHeading } from './form-heading.tsx';
import { TextLink } from './text-link.tsx';

type TwoFactorFormProps = { challenge: string; result?: SubmissionResult; redirect: string | null };

/** The second step. The challenge is worth nothing without the code, so it may travel with the form. */
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
        {/* The usual keyboard, not the one with digits alone: recovery codes have letters. */}
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
