import type { News } from '@shop/contracts/notifications';

/** Dates come as such, and as texts where the row came as JSON. */
export const notification = <Row extends { createdAt: Date | string }>(row: Row) => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
});

/** An event as browsers read it. They keep `id`, and show it when they come back. */
export const event = (id: string, news: News) => `id: ${id}\ndata: ${JSON.stringify(news)}\n\n`;

/** Changes nothing for the browser; proxies on the way see that the line is in use. */
export const HEARTBEAT = ':\n\n';
