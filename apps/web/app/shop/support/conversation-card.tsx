import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import type { ConversationSummary } from '@shop/contracts/support/conversation-schema';
import { Link } from 'react-router';
import { useDates } from '#lib/dates.ts';
import { useStoreProfile } from '#lib/store-profile.ts';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';

const TONES = { open: 'pending', answered: 'delivered', closed: 'other' } as const;

export const ConversationBadge = ({ status }: Pick<ConversationSummary, 'status'>) => (
  <Badge tone={TONES[status]}>{texts.states[status]}</Badge>
);

/** One conversation in the list: the whole card is its link. */
export function ConversationCard({ conversation }: { conversation: ConversationSummary }) {
  const { shortDate } = useDates();
  const { id, subject, status, unread, lastMessage } = conversation;
  const { storeName } = useStoreProfile();
  const nameId = `conversation-${id}`;
  return (
    <article
      aria-labelledby={nameId}
      className={classes(
        'relative rounded-card border border-line border-l-[3px] p-4 tablet:p-5',
        unread && 'border-l-violet',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={nameId} className="min-w-0 text-h3 wrap-anywhere">
          <Link
            to={`/account/messages/${id}`}
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {subject}
          </Link>
        </h3>
        <span className="flex flex-wrap gap-2">
          {unread && <Badge tone="shipped">{texts.unread}</Badge>}
          <ConversationBadge status={status} />
        </span>
      </div>
      <p className="mt-2 line-clamp-2 text-ink-soft wrap-anywhere">
        <span className="font-medium text-ink">{lastMessage.fromStaff ? storeName : texts.you}:</span>{' '}
        {lastMessage.excerpt}
      </p>
      <p className="mt-1 text-ink-muted text-small">
        <time dateTime={lastMessage.at}>{shortDate(new Date(lastMessage.at))}</time>
      </p>
    </article>
  );
}
