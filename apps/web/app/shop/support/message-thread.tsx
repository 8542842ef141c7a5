import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import type { Conversation } from '@shop/contracts/support/conversation-schema';
import { useDates } from '#lib/dates.ts';
import { useStoreIdentity } from '#lib/store-identity.ts';
import { classes } from '#ui/classes.ts';

/** All messages, oldest first, as plain text: the customer's on the right, the store's on the left. */
export function MessageThread({ messages }: Pick<Conversation, 'messages'>) {
  const { dateTime } = useDates();
  const { storeName } = useStoreIdentity();
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
