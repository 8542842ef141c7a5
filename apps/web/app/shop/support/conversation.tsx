import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import { ConversationReply } from '@shop/contracts/support/conversation-schema';
import { getConversation, replyToConversation } from '@shop/contracts/support/operations';
import { data, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { PageHeading } from '#shop/account/page-heading.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/conversation';
import { ConversationBadge } from './conversation-card.tsx';
import { markConversationRead } from './mark-read.server.ts';
import { MessageForm } from './message-form.tsx';
import { MessageThread } from './message-thread.tsx';

/** Unknown, of another customer, or a malformed id: redirects to the list. */
const NO_SUCH_CONVERSATION = [404, 414, 422];

/** Marked as read before it is loaded: a reply that arrives in between is shown, or still unread. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const read = await markConversationRead(request, params.conversationId);
  if (!read.ok && NO_SUCH_CONVERSATION.includes(read.problem.status)) throw redirect('/account/messages');
  const conversation = await api.read(getConversation, { params: { id: params.conversationId } });
  // For the side menu, whose own count may be of a moment before.
  return { conversation, messageKey: crypto.randomUUID(), unreadMessages: read.ok ? read.value.unread : undefined };
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);
  const sent = await sendForm(
    form,
    ConversationReply.strip(),
    (reply) =>
      api.call(replyToConversation, {
        params: { id: params.conversationId },
        body: reply,
        key: String(form.get('key')),
      }),
    texts.failed,
  );
  if (!sent.ok) return data({ reply: sent.reply }, { status: sent.status });
  throw redirect(`/account/messages/${encodeURIComponent(params.conversationId)}?done=sent`);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(texts.failed) }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData?.conversation.subject ?? texts.title);

export default function ConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { conversation, messageKey } = loaderData;
  const { subject, status, order, messages } = conversation;
  return (
    <div className="max-w-3xl wrap-anywhere">
      <div className="-mt-2 pb-3">
        <Breadcrumbs above={[{ label: texts.title, to: '/account/messages' }]} here={subject} />
      </div>
      <FlashMessage texts={{ sent: texts.sent }} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageHeading>{subject}</PageHeading>
        <ConversationBadge status={status} />
      </div>
      {order && (
        <p className="mt-1">
          <TextLink to={`/orders/${order.id}`}>{texts.aboutOrder(order.number)}</TextLink>
        </p>
      )}
      <div className="my-8">
        <MessageThread messages={messages} />
      </div>
      <MessageForm
        key={messages.length}
        hint={status === 'closed' ? texts.closedHint : texts.replyHint}
        messageKey={messageKey}
        lastResult={actionData?.reply}
      />
    </div>
  );
}
