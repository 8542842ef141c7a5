import { getCurrentUser } from '@shop/contracts/identity/operations';
import { conversationMessages } from '@shop/contracts/support/conversation-messages';
import { supportMessages } from '@shop/contracts/support/messages';
import { createTicket } from '@shop/contracts/support/operations';
import { NewTicket } from '@shop/contracts/support/schema';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { data, Form, Link, useLocation, useNavigation } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { hasSessionCookie } from '#lib/guards.server.ts';
import { pageMeta } from '#lib/seo.ts';
import { useSession } from '#lib/session.tsx';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import { ArticleText } from '#shop/content/article-text.tsx';
import { articleAt } from '#shop/content/articles.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/contact';

export const loader = async ({ url }: Route.LoaderArgs) => articleAt(url, await getStoreSettings());

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta(matches, loaderData);

export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  // The form asks guests only.
  const sender = text('email') ? undefined : await findSender(request);
  const values = { ...valuesOf(text), ...(sender && { name: sender.name, email: sender.email }) };
  const ticket = NewTicket.safeParse({ ...values, orderNumber: values.orderNumber.trim() || undefined });
  if (!ticket.success) return respond({ values, errors: fieldErrors(ticket.error.issues) }, 422);
  if (text('website')) return respond({ values, errors: {}, failed: supportMessages.failed }, 422);

  const opened = await apiFor(request).call(createTicket, { body: ticket.data });
  if (opened.ok) return respond({ ticket: opened.value.number, conversationId: opened.value.id }, 201);

  const { problem } = opened;
  return respond({ values, errors: {}, failed: errorMessage(problem, supportMessages.failed) }, problem.status);
}

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? '');
  return serverAction().catch(
    onNetworkError<TicketResult>({ values: valuesOf(text), errors: {}, failed: supportMessages.failed }),
  );
};

const valuesOf = (text: (name: string) => string) => ({
  name: text('name'),
  email: text('email'),
  orderNumber: text('orderNumber'),
  subject: text('subject'),
  message: text('message'),
});

async function findSender(request: Request) {
  if (!hasSessionCookie(request)) return undefined;
  const found = await apiFor(request).call(getCurrentUser);
  return found.ok ? found.value : undefined;
}

const respond = (result: TicketResult, status: number) => data(result, { status });

/** A content page with a form beside it: contact and support. */
export default function ContactPage({ loaderData: { article }, actionData }: Route.ComponentProps) {
  return (
    <div className="page-width section-rhythm">
      <h1 className="font-display text-h1">{article.heading}</h1>
      <div className="mt-8 grid items-start gap-12 desktop:grid-cols-[minmax(0,1fr)_28rem] desktop:gap-16">
        <ArticleText blocks={article.blocks} />
        <SupportForm result={actionData} />
      </div>
    </div>
  );
}

type TicketFields = { name: string; email: string; orderNumber: string; subject: string; message: string };

/** Action result: the ticket number, or the submitted values and their errors. */
type TicketResult =
  | { ticket: string; conversationId?: string }
  | { values: TicketFields; errors: Partial<TicketFields>; failed?: string };

function SupportForm({ result }: { result?: TicketResult }) {
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
