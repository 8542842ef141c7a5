import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import { type Conversation, ConversationReply } from '@shop/contracts/support/conversation-schema';
import {
  getConversation,
  markConversationRead as markRead,
  replyToConversation,
} from '@shop/contracts/support/operations';
import { data, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { config } from '#lib/config.server.ts';
import { useDates } from '#lib/dates.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { useStoreProfile } from '#lib/store-profile.ts';
import { PageHeading } from '#shop/account/page-heading.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { classes } from '#ui/classes.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/conversation';
import { ConversationBadge } from './conversation-card.tsx';
import { MessageForm } from './message-form.tsx';

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

/**
 * Marks the replies of a conversation as read; for its page, also without JavaScript. Opening a page is a GET without
 * `Origin`, which the API requires for a write with a cookie: a link on another site can mark replies as read, no more.
 */
function markConversationRead(request: Request, id: string) {
  const headers = new Headers(request.headers);
  headers.set('origin', config.publicOrigin);
  const opened = new Request(request.url, { headers, signal: request.signal });
  return apiFor(opened).call(markRead, { params: { id } });
}

/** All messages, oldest first, as plain text: the customer's on the right, the store's on the left. */
function MessageThread({ messages }: Pick<Conversation, 'messages'>) {
  const { dateTime } = useDates();
  const { storeName } = useStoreProfile();
  return (
    <ol aria-label={texts.thread} className="grid gap-4">
      {messages.map(({ id, fromStaff, body, createdAt }) => (
        <li
          key={id}
          className={classes(
            'w-full max-w-xl rounded-card p-4 tablet:w-auto tablet:min-w-80',
            fromStaff ? 'justify-self-start bg-violet-tint' : 'justify-self-end bg-pearl',
          )}
        >
          <p className="mb-1 flex flex-wrap justify-between gap-x-4 text-small">
            <span className="font-semibold">{fromStaff ? storeName : texts.you}</span>
            <time dateTime={createdAt} className="text-ink-soft">
              {dateTime(new Date(createdAt))}
            </time>
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{body}</p>
        </li>
      ))}
    </ol>
  );
}
