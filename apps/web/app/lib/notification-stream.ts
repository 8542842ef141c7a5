import type { NotificationEvent } from '@shop/contracts/notifications';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Hears the visitor's news as they come, and gives back how to stop. Only while somebody looks at the page: a browser
 * has few connections for all its tabs. Whoever comes back is told what they missed.
 */
export function subscribeToNotifications(onEvent: (event: NotificationEvent) => void) {
  let source: EventSource | undefined;
  let retry: number | undefined;
  let failures = 0;
  let lastEventId = '';

  function connect() {
    source = new EventSource(
      `/api/notifications/stream${lastEventId && `?${new URLSearchParams({ after: lastEventId })}`}`,
    );
    source.onmessage = (event) => {
      failures = 0;
      lastEventId = event.lastEventId;
      onEvent(JSON.parse(event.data));
    };
    // The browser's own way knows no back-off, and gives up for good after a refusal.
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

/** Longer every time, and for no two pages the same: a server that comes back is not overrun. */
const retryDelay = (failures: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS) * (0.5 + Math.random() / 2);
