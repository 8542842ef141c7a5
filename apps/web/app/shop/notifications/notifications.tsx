import { cartMessages } from '@shop/contracts/cart/messages';
import { notificationMessages } from '@shop/contracts/notifications/messages';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '@shop/contracts/notifications/operations';
import { Bell } from 'lucide-react';
import { useRef } from 'react';
import { data, redirect, useFetcher } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { acceptsHtml, readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { useToasts } from '#ui/toast.tsx';
import type { Route } from './+types/notifications';
import { NotificationCard } from './notification-card.tsx';

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
