import type { NotificationEvent } from '@shop/contracts/notifications';

/** Dates come as such, and as texts where the row came as JSON. */
export const toNotification = <Row extends { createdAt: Date | string }>(row: Row) => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
});

/** An event as browsers read it. They keep `id`, and show it when they come back. */
export const formatEvent = (id: string, payload: NotificationEvent) =>
  `id: ${id}\ndata: ${JSON.stringify(payload)}\n\n`;

/** Changes nothing for the browser; proxies on the way see that the line is in use. */
export const HEARTBEAT = ':\n\n';
