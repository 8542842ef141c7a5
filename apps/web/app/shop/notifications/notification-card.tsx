import { notificationMessages, notificationTypes } from '@shop/contracts/notifications/messages';
import type { Notification } from '@shop/contracts/notifications/schema';
import { Bell, Package, Tag } from 'lucide-react';
import { useRef } from 'react';
import { Link, useFetcher } from 'react-router';
import { useDates } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { useToasts } from '#ui/toast.tsx';

const LOOKS = {
  order: { icon: Package, tone: 'bg-processing-bg text-processing' },
  promotion: { icon: Tag, tone: 'bg-shipped-bg text-shipped' },
  other: { icon: Bell, tone: 'bg-other-bg text-other' },
};

type NotificationCardProps = { notification: Notification; now: Date };

/** Read notifications have softer colors that are still easy to read. */
export function NotificationCard({ notification, now }: NotificationCardProps) {
  const { shortDate, timeAgo } = useDates();
  const { id, type, title, message, link, createdAt } = notification;
  const { Form, formData, data } = useFetcher<{ failed?: string }>({ key: `read-${id}` });
  useToasts(data);
  const card = useRef<HTMLElement>(null);
  const { icon: Icon, tone } = LOOKS[type];
  const when = new Date(createdAt);
  const read = notification.read || formData !== undefined;
  const nameId = `notification-${id}`;

  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={nameId}
      className={classes(
        'flex gap-4 rounded-card border border-line border-l-[3px] p-4 tablet:p-5',
        read ? 'bg-pearl text-ink-muted' : 'border-l-violet',
      )}
    >
      <span className={classes('grid size-11 shrink-0 place-items-center rounded-control', tone)}>
        <Icon aria-hidden className="size-[22px]" strokeWidth={1.5} />
        <span className="sr-only">{notificationTypes[type]}</span>
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={nameId} className="min-w-0 text-h3">
            {!read && <span className="sr-only">{notificationMessages.unread} </span>}
            {link ? (
              <Link to={link} className="underline-offset-4 hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <time dateTime={createdAt} title={shortDate(when)} className="text-small text-ink-muted">
            {timeAgo(when, now)}
          </time>
        </div>
        <p className="mt-1">{message}</p>
        {!read && (
          // The button disappears on submit: the focus moves to the card.
          <Form
            method="post"
            className="-mb-2 -ml-2 mt-1"
            onSubmit={() => card.current?.focus({ preventScroll: true })}
          >
            <input type="hidden" name="id" value={id} />
            <Button type="submit" look="quiet" compact aria-describedby={nameId}>
              {notificationMessages.markRead}
            </Button>
          </Form>
        )}
      </div>
    </article>
  );
}
