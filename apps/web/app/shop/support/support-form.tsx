import { conversationMessages } from '@shop/contracts/support/conversation-messages';
import { supportMessages } from '@shop/contracts/support/messages';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Form, Link, useLocation, useNavigation } from 'react-router';
import { useSession } from '#lib/session.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/form/field.tsx';

type TicketFields = { name: string; email: string; orderNumber: string; subject: string; message: string };

/** Action result: the ticket number, or the submitted values and their errors. */
export type TicketResult =
  | { ticket: string; conversationId?: string }
  | { values: TicketFields; errors: Partial<TicketFields>; failed?: string };

export function SupportForm({ result }: { result?: TicketResult }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (result) section.current?.querySelector<HTMLElement>('[aria-invalid], [tabindex="-1"]')?.focus();
  }, [result]);

  return (
    <section ref={section} aria-labelledby="write" className="rounded-card bg-pearl p-6 tablet:p-8">
      {result && 'ticket' in result ? <Sent {...result} /> : <TicketForm result={result} />}
    </section>
  );
}

function Sent({ ticket, conversationId }: { ticket: string; conversationId?: string }) {
  const { pathname } = useLocation();
  return (
    <>
      <h2 id="write" tabIndex={-1} className="flex items-start gap-3 font-display text-h2">
        <CircleCheck aria-hidden className="mt-1.5 size-6 shrink-0 text-delivered" strokeWidth={1.5} />
        {supportMessages.sentTitle}
      </h2>
      <p role="status" className="mt-4 text-ink-soft">
        {supportMessages.sent(ticket)}
      </p>
      {conversationId && (
        <ButtonLink to={`/account/messages/${conversationId}`} look="secondary" className="mt-4">
          {conversationMessages.open}
        </ButtonLink>
      )}
      <Link
        to={pathname}
        preventScrollReset
        className="mt-4 flex min-h-11 items-center text-violet underline underline-offset-4"
      >
        {supportMessages.writeAnother}
      </Link>
    </>
  );
}

function TicketForm({ result }: { result?: Exclude<TicketResult, { ticket: string }> }) {
  const { state, formMethod } = useNavigation();
  const busy = state !== 'idle' && formMethod === 'POST';
  const { signedIn } = useSession();
  // Also when the session has expired since: the action then has no account to take them from.
  const asksSender = !signedIn || Boolean(result?.errors.name || result?.errors.email);
  const field = (name: keyof TicketFields) => ({
    name,
    label: supportMessages[name],
    defaultValue: result?.values[name],
    error: result?.errors[name],
  });

  return (
    <>
      <h2 id="write" className="font-display text-h2">
        {supportMessages.formTitle}
      </h2>
      <p className="mt-2 mb-6 text-ink-soft text-small">{supportMessages.formHint}</p>
      <Form method="post" noValidate preventScrollReset className="grid gap-5">
        {asksSender ? (
          <>
            <TextField {...field('name')} autoComplete="name" required />
            <TextField {...field('email')} type="email" autoComplete="email" required />
          </>
        ) : (
          <p className="text-small">{supportMessages.fromAccount}</p>
        )}
        <TextField {...field('orderNumber')} hint={supportMessages.orderNumberHint} autoComplete="off" />
        <TextField {...field('subject')} required />
        <TextAreaField {...field('message')} rows={6} required />
        <Honeypot />
        {result?.failed && <FieldError>{result.failed}</FieldError>}
        <Button type="submit" busy={busy} busyLabel={supportMessages.sending} className="justify-self-start">
          {supportMessages.send}
        </Button>
      </Form>
    </>
  );
}

/** Hidden from people: only bots fill in this field. */
function Honeypot() {
  return (
    <label hidden>
      {supportMessages.leaveEmpty}
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  );
}
