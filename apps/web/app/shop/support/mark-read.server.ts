import { markConversationRead as markRead } from '@shop/contracts/support/operations';
import { apiFor } from '#lib/api.server.ts';
import { config } from '#lib/config.server.ts';

/**
 * Marks the replies of a conversation as read; for its page, also without JavaScript. Opening a page is a GET without
 * `Origin`, which the API requires for a write with a cookie: a link on another site can mark replies as read, no more.
 */
export function markConversationRead(request: Request, id: string) {
  const headers = new Headers(request.headers);
  headers.set('origin', config.publicOrigin);
  const opened = new Request(request.url, { headers, signal: request.signal });
  return apiFor(opened).call(markRead, { params: { id } });
}
