import { adminMessages } from '@shop/contracts/admin-texts';
import { Ticket, TicketAnswer, TicketAnswered, TicketChange } from '@shop/contracts/admin-tickets';
import { adminTicketMessages as words } from '@shop/contracts/admin-tickets-texts';
import { data } from 'react-router';
import { Outcome } from '#components/account/outcome.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { AnswerForm } from '#components/admin/answer-form.tsx';
import { Facts } from '#components/admin/facts.tsx';
import { useMay } from '#components/admin/staff.ts';
import { TextLink } from '#components/admin/text-link.tsx';
import { TicketBadge } from '#components/admin/ticket-badge.tsx';
import { TicketThread } from '#components/admin/ticket-thread.tsx';
import { afterDeed } from '#lib/admin-deed.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/form.server.ts';
import { exactTime } from '#lib/format.ts';
import { refusalOr, sendForm } from '#lib/send-form.server.ts';
import { notSent, whenUnreachable } from '#lib/unreachable.ts';
import type { Route } from './+types/support-ticket';

export async function loader({ request, params }: Route.LoaderArgs) {
  const ticket = await apiFor(request).get(`/admin/tickets/${encodeURIComponent(params.ticketId)}`, Ticket);
  return { ticket, answerKey: crypto.randomUUID() };
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);
  const path = `/admin/tickets/${encodeURIComponent(params.ticketId)}`;

  const status = form.get('status');
  if (status) {
    const changed = await api.put(`${path}/status`, TicketChange, { status });
    return afterDeed(url, status === 'closed' ? 'closed' : 'reopened', changed);
  }
  const key = String(form.get('key'));
  const sent = await sendForm(
    form,
    TicketAnswer.strip(),
    (answer) => api.post(`${path}/messages`, TicketAnswered, answer, key),
    refusalOr(adminMessages.failed),
  );
  if (!sent.ok) return data({ reply: sent.reply }, { status: sent.status });
  return afterDeed(url, 'sent', sent);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(whenUnreachable({ reply: notSent(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ loaderData }) =>
  adminMeta(loaderData ? words.ticketOf(loaderData.ticket.number) : words.title);

const DONE = { sent: words.sent, closed: words.closed, reopened: words.reopened };

export default function TicketPage({ loaderData: { ticket, answerKey }, actionData }: Route.ComponentProps) {
  const may = useMay();
  const { order, userId } = ticket;
  return (
    <AdminPage
      title={words.ticketOf(ticket.number)}
      above={[{ label: words.title, to: '/admin/support-tickets' }]}
      actions={<TicketBadge status={ticket.status} />}
    >
      <Outcome words={DONE} answer={actionData && 'failed' in actionData ? actionData : undefined} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-6">
          <Panel title={ticket.subject}>
            <TicketThread ticket={ticket} />
          </Panel>
          {may('tickets.answer') && (
            <AnswerForm
              key={ticket.messages.length}
              ticket={ticket}
              answerKey={answerKey}
              reply={actionData && 'reply' in actionData ? actionData.reply : undefined}
            />
          )}
        </div>
        <Panel title={words.facts}>
          <Facts
            of={{
              [words.from]: ticket.name,
              [words.email]: ticket.email,
              [words.date]: exactTime(ticket.createdAt),
              [words.customer]:
                userId && may('customers.see') ? (
                  <TextLink to={`/admin/customers/${userId}`}>{ticket.name}</TextLink>
                ) : (
                  words.noAccount
                ),
              [words.order]:
                order && may('orders.see') ? (
                  <TextLink to={`/admin/orders/${order.id}`}>#{order.number}</TextLink>
                ) : (
                  words.noOrder
                ),
            }}
          />
        </Panel>
      </div>
    </AdminPage>
  );
}
