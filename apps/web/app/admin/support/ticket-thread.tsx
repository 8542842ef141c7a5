import { adminTicketMessages as texts } from '@shop/contracts/support/admin-messages';
import type { Ticket } from '@shop/contracts/support/admin-schema';
import { useDates } from '#lib/dates.ts';
import { classes } from '#ui/classes.ts';

/** All messages, oldest first, as plain text. */
export function TicketThread({ ticket: { messages, name } }: { ticket: Ticket }) {
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
