import type { NotificationEvent } from '@shop/contracts/notifications/schema';
import { toIso } from '#platform/timestamps.ts';

export const toNotification = <Row extends { createdAt: string }>(row: Row) => ({
  ...row,
  createdAt: toIso(row.createdAt),
});

/** A server-sent event. Browsers send its `id` back as `Last-Event-ID` when they reconnect. */
export const formatEvent = (id: string, payload: NotificationEvent) =>
  `id: ${id}\ndata: ${JSON.stringify(payload)}\n\n`;

/** A comment that browsers ignore; it keeps proxies from closing an idle connection. */
export const HEARTBEAT = ':\n\n';
