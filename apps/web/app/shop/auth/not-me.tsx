import { notMeMessages as texts } from '@shop/contracts/identity/auth-messages';
import { useId } from 'react';
import { Form } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FormHeading } from './form-heading.tsx';
import { FormResult } from './form-result.tsx';

/** For the owner of an email address that another person entered. */
export function NotMe({ token }: { token: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10 grid gap-3 border-t border-line pt-6">
      <h2 id={id} className="font-semibold">
        {texts.heading}
      </h2>
      <p className="text-small text-ink-soft">{texts.text}</p>
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <IntentButton intent="not-me" look="secondary" busyLabel={texts.submitting}>
          {texts.submit}
        </IntentButton>
      </Form>
    </section>
  );
}

export type Denial = { kind: 'success' | 'error'; text: string };

export function NotMeResult({ kind, text, heading }: Denial & { heading: string }) {
  return (
    <>
      <FormHeading heading={heading} />
      <FormResult {...{ kind, text }} to="/" next={texts.toHome} />
    </>
  );
}
