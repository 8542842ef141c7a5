import { SESSION_COOKIE } from '@shop/contracts/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { copyOf, type KeptPage, keepPage } from './kept-page.ts';
import { visitorHeaders } from './visitor.ts';

/** A page is shown again for a second, and for one more while it is rendered anew: nothing older is ever shown. */
const FRESH_MS = 1_000;
const STALE_MS = 1_000;
const MEMORY = 64 * 1024 * 1024;

type Render = (request: Request) => Promise<Response>;
type Visit = { request: FastifyRequest; member: boolean };

/** Renders a hot public page once, not per visitor. One copy for guests, one for the signed-in, none for a person. */
export function pageCache(render: Render, publicOrigin: string) {
  const pages = new LRUCache<string, KeptPage, Visit>({
    maxSize: MEMORY,
    sizeCalculation: (page, key) => page.size + key.length,
    ttl: FRESH_MS,
    // Pages that crowd one out while it is rendered do not take it from who waits for it.
    ignoreFetchAbort: true,
    // Who asks first asks for all: the page is rendered without the visitor's cookies, so none can end up in it.
    fetchMethod: async (_key, _stale, { context: { request, member } }) => {
      const headers = { ...visitorHeaders(request), cookie: member ? `${SESSION_COOKIE}=` : '' };
      return keepPage(await render(new Request(`${publicOrigin}${request.url}`, { headers })));
    },
  });

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const member = (request.headers.cookie ?? '').includes(`${SESSION_COOKIE}=`);
    const key = `${member ? 'member' : 'guest'} ${request.url}`;
    const allowStale = pages.getRemainingTTL(key) >= -STALE_MS;

    const page = await pages.forceFetch(key, { allowStale, context: { request, member } });
    if (!page.isPublic && pages.peek(key, { allowStale: true }) === page) pages.delete(key);
    return answer(request, reply, page);
  };
}

function answer(request: FastifyRequest, reply: FastifyReply, page: KeptPage) {
  reply.headers(page.headers);
  reply.header('vary', 'Cookie, Accept-Encoding');
  if (page.isPublic) reply.header('etag', page.etag);
  if (page.isPublic && request.headers['if-none-match'] === page.etag) {
    // The visitor's own copy goes on with the policy and nonce it came with.
    reply.removeHeader('content-security-policy');
    return send(reply, 304, []);
  }
  const asGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const { policy, parts } = copyOf(page, { asGzip });
  if (policy) reply.header('content-security-policy', policy);
  if (asGzip) reply.header('content-encoding', 'gzip');
  reply.header(
    'content-length',
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  return send(reply, page.status, parts);
}

/** Straight to the socket, in one go: nothing between here and there has anything left to do. */
function send(reply: FastifyReply, status: number, parts: Buffer[]) {
  reply.hijack();
  const { raw } = reply;
  raw.statusCode = status;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.cork();
  for (const part of parts) raw.write(part);
  raw.end();
}
