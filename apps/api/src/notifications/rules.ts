import type { NotificationEvent } from '@shop/contracts/notifications/schema';

/** A server-sent event. Browsers send its `id` back as `Last-Event-ID` when they reconnect. */
export const formatEvent = (id: string, payload: NotificationEvent) =>
  `id: ${id}\ndata: ${JSON.stringify(payload)}\n\n`;

/** A comment that browsers ignore; it keeps proxies from closing an idle connection. */
export const HEARTBEAT = ':\n\n';
