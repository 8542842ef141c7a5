import { unconfirmedEmailMessages } from '@shop/contracts/identity/auth-messages';
import { useId } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { EmailConfirmationResult } from './confirmation-result.ts';

const { heading, text, resend, sending } = unconfirmedEmailMessages;

/** For an unconfirmed email address. Without JavaScript the form leads to a page with the result. */
export function ConfirmEmailNotice({ email }: { email: string }) {
  const { Form, data, state } = useFetcher<EmailConfirmationResult>();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-control border border-line border-l-[3px] border-l-violet px-4 py-4"
    >
      <h2 id={id} className="font-semibold">
        {heading}
      </h2>
      <p className="text-small wrap-anywhere">{text(email)}</p>
      <ConfirmationResult {...data} />
      <Form method="post" action="/account/email-confirmation">
        <Button type="submit" look="secondary" busy={state !== 'idle'} busyLabel={sending}>
          {resend}
        </Button>
      </Form>
    </section>
  );
}

export function ConfirmationResult({ sent, failed }: EmailConfirmationResult) {
  if (sent) return <Notice kind="success">{sent}</Notice>;
  return failed ? <Notice kind="error">{failed}</Notice> : null;
}
