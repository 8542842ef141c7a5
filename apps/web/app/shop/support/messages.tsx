import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import { listConversations } from '@shop/contracts/support/operations';
import { MessageSquare } from 'lucide-react';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { PageHeading } from '#shop/account/page-heading.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/messages';
import { ConversationCard } from './conversation-card.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const after = url.searchParams.get('after');
  const found = await apiFor(request).call(listConversations, { query: { after: after || undefined } });
  if (!found.ok) throw data(found.problem, { status: found.problem.status });
  return { conversations: found.value, next: found.next, fromStart: !after };
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export default function MessagesPage({ loaderData: { conversations, next, fromStart } }: Route.ComponentProps) {
  return (
    <>
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-4">
        <PageHeading>{texts.heading}</PageHeading>
        {conversations.length > 0 && (
          <ButtonLink to="/contact" look="secondary" compact>
            {texts.start}
          </ButtonLink>
        )}
      </div>
      {conversations.length === 0 ? (
        <EmptyState
          icon={MessageSquare}
          title={texts.none}
          action={<ButtonLink to="/contact">{texts.start}</ButtonLink>}
        >
          {texts.noneText}
        </EmptyState>
      ) : (
        <ul className="mt-6 grid max-w-3xl grid-cols-1 gap-4">
          {conversations.map((conversation) => (
            <li key={conversation.id} className="min-w-0">
              <ConversationCard conversation={conversation} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8 flex flex-wrap gap-4">
        {next && (
          <ButtonLink to={`/account/messages?${new URLSearchParams({ after: next })}`} look="secondary" rel="next">
            {texts.showOlder}
          </ButtonLink>
        )}
        {!fromStart && (
          <ButtonLink to="/account/messages" look="word">
            {texts.newest}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
