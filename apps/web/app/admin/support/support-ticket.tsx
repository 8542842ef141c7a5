import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { adminTicketMessages as texts } from '@shop/contracts/support/admin-messages';
import { getTicket, replyToTicket, setTicketStatus } from '@shop/contracts/support/admin-operations';
import { type Ticket, TicketReply } from '@shop/contracts/support/admin-schema';
import { data, Form } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { FieldError, TextAreaField } from '#ui/form/field.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/support-ticket';
import { TicketBadge } from './ticket-badge.tsx';

export async function loader({ request, params }: Route.LoaderArgs) {
  const ticket = await apiFor(request).read(getTicket, { params: { id: params.ticketId } });
  return { ticket, replyKey: crypto.randomUUID() };
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);

  const status = form.get('status');
  if (status) {
    const changed = await api.submit(setTicketStatus, { status }, { params: { id: params.ticketId } });
    return redirectAfterAction(url, status === 'closed' ? 'closed' : 'reopened', changed);
  }
  const key = String(form.get('key'));
  const sent = await sendForm(
    form,
    TicketReply.strip(),
    (reply) => api.call(replyToTicket, { params: { id: params.ticketId }, body: reply, key }),
    adminMessages.failed,
  );
  if (!sent.ok) return data({ reply: sent.reply }, { status: sent.status });
  return redirectAfterAction(url, 'sent', sent);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? texts.ticketOf(loaderData.ticket.number) : texts.title);

const DONE = { sent: texts.sent, closed: texts.closed, reopened: texts.reopened };

export default function TicketPage({ loaderData: { ticket, replyKey }, actionData }: Route.ComponentProps) {
  const { exactTime } = useDates();
  const can = useCan();
  const { order, userId } = ticket;
  return (
    <AdminPage
      title={texts.ticketOf(ticket.number)}
      above={[{ label: texts.title, to: '/admin/support-tickets' }]}
      actions={<TicketBadge status={ticket.status} />}
    >
      <FlashMessage texts={DONE} result={actionData && ('failed' in actionData ? actionData : {})} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-6">
          <Panel title={ticket.subject}>
            <TicketThread ticket={ticket} />
          </Panel>
          {can('tickets.reply') && (
            <ReplyForm
              key={ticket.messages.length}
              ticket={ticket}
              replyKey={replyKey}
              lastResult={actionData && 'reply' in actionData ? actionData.reply : undefined}
            />
          )}
        </div>
        <Panel title={texts.details}>
          <DetailList
            of={{
              [texts.from]: ticket.name,
              [texts.email]: ticket.email,
              [texts.date]: exactTime(ticket.createdAt),
              [texts.customer]:
                userId && can('customers.read') ? (
                  <TextLink to={`/admin/customers/${userId}`}>{ticket.name}</TextLink>
                ) : (
                  texts.noAccount
                ),
              [texts.order]:
                order && can('orders.read') ? (
                  <TextLink to={`/admin/orders/${order.id}`}>#{order.number}</TextLink>
                ) : (
                  texts.noOrder
                ),
            }}
          />
        </Panel>
      </div>
    </AdminPage>
  );
}

/** All messages, oldest first, as plain text. */
function TicketThread({ ticket: { messages, name } }: { ticket: Ticket }) {
  const { exactTime } = useDates();
  return (
    <ol className="grid gap-4" aria-label={texts.messages}>
      {messages.map(({ id, fromStaff, author, body, createdAt }) => (
        <li
          key={id}
          className={classes('rounded-control border border-line p-4', fromStaff ? 'bg-violet-tint' : 'bg-pearl')}
        >
          <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-small">
            <span className="font-semibold">{fromStaff ? (author ?? texts.staff) : name}</span>
            <time dateTime={createdAt} className="text-ink-soft">
              {exactTime(createdAt)}
            </time>
          </p>
          <p className="whitespace-pre-line">{body}</p>
        </li>
      ))}
    </ol>
  );
}

type ReplyFormProps = {
  ticket: Ticket;
  /** Idempotency key: submitting twice sends one reply. */
  replyKey: string;
  lastResult?: SubmissionResult;
};

function ReplyForm({ ticket, replyKey, lastResult }: ReplyFormProps) {
  const busy = useIsSubmitting({ key: replyKey });
  const [form, fields] = useContractForm(TicketReply.strip(), { id: 'answer', lastResult });
  const isClosed = ticket.status === 'closed';
  return (
    <Panel title={texts.reply}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" name="key" value={replyKey} />
        <TextAreaField
          {...fieldOf(fields.message)}
          label={texts.reply}
          hideLabel
          hint={texts.replyHint(ticket.email)}
          rows={8}
        />
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <Button type="submit" busy={busy} busyLabel={texts.sending} className="justify-self-start">
          {texts.send}
        </Button>
      </Form>
      <Form method="post" preventScrollReset className="mt-4 border-line border-t pt-4">
        <Button type="submit" name="status" value={isClosed ? 'open' : 'closed'} look="secondary">
          {isClosed ? texts.reopen : texts.close}
        </Button>
      </Form>
    </Panel>
  );
}
