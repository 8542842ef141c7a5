import type { streamNotifications } from '@shop/contracts/notifications/operations';
import type { NotificationEvent } from '@shop/contracts/notifications/schema';
import { apiUrl } from '#lib/browser-api.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Streams the visitor's notifications; returns the function that unsubscribes. Connected only while the page is
 * visible, because a browser has few connections for all its tabs. Missed events are delivered on reconnect.
 */
export function subscribeToNotifications(onEvent: (event: NotificationEvent) => void) {
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
