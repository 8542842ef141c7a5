import { orderMessages } from '@shop/contracts/orders/messages';
import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import { ConversationReply } from '@shop/contracts/support/conversation-schema';
import { openConversation } from '@shop/contracts/support/operations';
import { data, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { MessageForm } from '#shop/support/message-form.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import type { Route } from './+types/help';
import { loadOwnOrder } from './own-order.server.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  const { id, number } = await loadOwnOrder(apiFor(request), params.orderId);
  return { id, number, messageKey: crypto.randomUUID() };
}

export async function action({ request, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);
  const sent = await sendForm(
    form,
    ConversationReply.strip(),
    ({ message }) =>
      api.call(openConversation, { body: { orderId: params.orderId, message }, key: String(form.get('key')) }),
    texts.failed,
  );
  if (!sent.ok) return data({ reply: sent.reply }, { status: sent.status });
  throw redirect(`/account/messages/${sent.value.id}?done=sent`);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(texts.failed) }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.helpHeading);

/** Opens a conversation about an order. */
export default function HelpPage({ loaderData: { id, number, messageKey }, actionData }: Route.ComponentProps) {
  const name = orderMessages.orderOf(number);
  return (
    <div className="max-w-3xl">
      <div className="-mt-2 pb-3">
        <Breadcrumbs
          above={[
            { label: orderMessages.title, to: '/orders' },
            { label: name, to: `/orders/${id}` },
          ]}
          here={texts.help}
        />
      </div>
      <h1 className="font-display text-h1">{texts.helpHeading}</h1>
      <p className="mt-2 mb-6 text-ink-soft">{texts.helpHint(number)}</p>
      <MessageForm hint={texts.replyHint} messageKey={messageKey} lastResult={actionData?.reply} />
    </div>
  );
}
