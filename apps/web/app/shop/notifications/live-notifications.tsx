import { notificationMessages } from '@shop/contracts/notifications/messages';
import type { streamNotifications } from '@shop/contracts/notifications/operations';
import type { NotificationEvent } from '@shop/contracts/notifications/schema';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { apiUrl } from '#lib/browser-api.ts';
import { useSession } from '#lib/session.tsx';
import { toast } from '#ui/toast.tsx';
import { takeMuted } from './muted-notifications.ts';

/** Pages that show the subjects of notifications. */
const SHOWS_NOTIFICATIONS = /^\/(notifications|orders)(\/|$)/;
const LISTS_NOTIFICATIONS = /^\/notifications$/;

/** Once, in the root: shows live notifications to logged-in customers. Guests have no stream, at checkout neither. */
export function LiveNotifications() {
  const { session, setUnreadCount } = useSession();
  const { revalidate } = useRevalidator();
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const hasStream = Boolean(session?.user && !session.user.guest);

  const handleEvent = useEffectEvent(({ items, unreadCount }: NotificationEvent) => {
    setUnreadCount(unreadCount);
    const [first] = items;
    const isMuted = items.map(({ link }) => takeMuted(link)).some(Boolean);
    if (items.length > 1) toast('info', notificationMessages.severalArrived(items.length));
    else if (first && !isMuted) toast('info', notificationMessages.arrived(first.title, first.message));

    // The first event has no items, but one may have arrived between loading the list and opening the stream.
    if ((items.length > 0 ? SHOWS_NOTIFICATIONS : LISTS_NOTIFICATIONS).test(next)) void revalidate();
  });
  useEffect(() => (hasStream ? subscribeToNotifications((event) => handleEvent(event)) : undefined), [hasStream]);
  return null;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Streams the visitor's notifications; returns the function that unsubscribes. Connected only while the page is
 * visible, because a browser has few connections for all its tabs. Missed events are delivered on reconnect.
 */
function subscribeToNotifications(onEvent: (event: NotificationEvent) => void) {
  let source: EventSource | undefined;
  let retry: number | undefined;
  let failures = 0;
  let lastEventId = '';

  function connect() {
    source = new EventSource(
      apiUrl<typeof streamNotifications>('GET /notifications/stream', { query: { after: lastEventId || undefined } }),
    );
    source.onmessage = (event) => {
      failures = 0;
      lastEventId = event.lastEventId;
      onEvent(JSON.parse(event.data));
    };
    // EventSource reconnects without backoff, and never again after an error response.
    source.onerror = () => {
      disconnect();
      retry = window.setTimeout(connect, retryDelay(failures));
      failures += 1;
    };
  }
  function disconnect() {
    window.clearTimeout(retry);
    source?.close();
  }
  function connectWhileVisible() {
    disconnect();
    if (document.visibilityState === 'visible') connect();
  }

  connectWhileVisible();
  document.addEventListener('visibilitychange', connectWhileVisible);
  return () => {
    document.removeEventListener('visibilitychange', connectWhileVisible);
    disconnect();
  };
}

/** Exponential backoff with jitter, so that reconnecting pages do not overload a restarted server. */
const retryDelay = (failures: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS) * (0.5 + Math.random() / 2);
