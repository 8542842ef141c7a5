import { cartMessages } from '@shop/contracts/cart/messages';
import { notificationMessages, notificationTypes } from '@shop/contracts/notifications/messages';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '@shop/contracts/notifications/operations';
import type { Notification } from '@shop/contracts/notifications/schema';
import { Bell, Package, Tag } from 'lucide-react';
import { useRef } from 'react';
import { data, Link, redirect, useFetcher } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { acceptsHtml, readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { useToasts } from '#ui/toast.tsx';
import type { Route } from './+types/notifications';

export async function loader({ request, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get('cursor');
  const page = await apiFor(request).read(listNotifications, { query: { cursor: cursor || undefined } });
  // One timestamp for server and browser, so that both render the same age.
  return { ...page, now: new Date(), fromStart: !cursor };
}

/** `id` is that of a notification, or `all`. */
export async function action({ request, url }: Route.ActionArgs) {
  const id = (await readForm(request))('id');
  const api = apiFor(request);
  const result = await (id === 'all'
    ? api.call(markAllNotificationsRead)
    : api.call(markNotificationRead, { params: { id } }));
  if (!result.ok) {
    const failed = errorMessage(result.problem, notificationMessages.failed);
    return data<{ failed?: string }>({ failed }, { status: result.problem.status });
  }
  if (acceptsHtml(request)) throw redirect(url.pathname + url.search);
  return data<{ failed?: string }>({});
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<{ failed?: string }>({ failed: notificationMessages.failed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, notificationMessages.title);

export default function NotificationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, unreadCount, now, fromStart } = loaderData;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <FlashMessage result={actionData} />
      <div className="flex min-h-12 max-w-3xl flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="font-display text-h1 focus-visible:outline-none">
          {notificationMessages.title}
        </h1>
        {unreadCount > 0 && <MarkAllRead onSubmit={() => heading.current?.focus({ preventScroll: true })} />}
      </div>
      {items.length === 0 ? (
        <NoNotifications />
      ) : (
        <ul aria-label={notificationMessages.list} className="mt-6 grid max-w-3xl grid-cols-1 gap-4">
          {items.map((notification) => (
            <li key={notification.id} className="min-w-0">
              <NotificationCard notification={notification} now={now} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8 flex flex-wrap gap-4">
        {next && (
          <ButtonLink to={`/notifications?${new URLSearchParams({ cursor: next })}`} look="secondary" rel="next">
            {notificationMessages.showMore}
          </ButtonLink>
        )}
        {!fromStart && (
          <ButtonLink to="/notifications" look="word">
            {notificationMessages.newest}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function MarkAllRead({ onSubmit }: { onSubmit: () => void }) {
  const { Form, state, data: result } = useFetcher<{ failed?: string }>();
  useToasts(result);
  return (
    <Form method="post" onSubmit={onSubmit}>
      <input type="hidden" name="id" value="all" />
      <Button type="submit" look="secondary" compact busy={state !== 'idle'} busyLabel={notificationMessages.marking}>
        {notificationMessages.markAllRead}
      </Button>
    </Form>
  );
}

function NoNotifications() {
  const goOn = <ButtonLink to="/products">{cartMessages.continueShopping}</ButtonLink>;
  return (
    <EmptyState icon={Bell} title={notificationMessages.none} action={goOn}>
      {notificationMessages.noneText}
    </EmptyState>
  );
}

const LOOKS = {
  order: { icon: Package, tone: 'bg-processing-bg text-processing' },
  promotion: { icon: Tag, tone: 'bg-shipped-bg text-shipped' },
  other: { icon: Bell, tone: 'bg-other-bg text-other' },
};

type NotificationCardProps = { notification: Notification; now: Date };

/** Read notifications have softer colors that are still easy to read. */
function NotificationCard({ notification, now }: NotificationCardProps) {
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
