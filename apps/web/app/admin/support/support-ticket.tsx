import { adminMessages } from '@shop/contracts/admin/messages';
import { adminTicketMessages as texts } from '@shop/contracts/support/admin-messages';
import { getTicket, replyToTicket, setTicketStatus } from '@shop/contracts/support/admin-operations';
import { TicketReply } from '@shop/contracts/support/admin-schema';
import { data } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/support-ticket';
import { ReplyForm } from './reply-form.tsx';
import { TicketBadge } from './ticket-badge.tsx';
import { TicketThread } from './ticket-thread.tsx';

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
