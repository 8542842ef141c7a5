import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const MAX_BYTES = 16 * 1024 * 1024;
/** Of the URL, in characters. */
const MAX_KEY_LENGTH = 2_048;
/** With those that the route declares for OpenAPI. */
const HEADERS = ['content-type', 'etag'];

type CachedResponse = { headers: Record<string, string>; body: string };
type PendingResponse = PromiseWithResolvers<CachedResponse | undefined>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined: every request is answered from the database. */
    responseCache?: ResponseCache;
  }
  interface FastifyRequest {
    /** The requests for the same URL that wait for this response. */
    pendingResponse?: PendingResponse;
  }
}

type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Public responses for clients without cookies: a hot URL is read once in `ttlMs`, not once for each client. Requests
 * with a cookie (of a session, of the last write) are always answered from the database.
 */
function createResponseCache(ttlMs: number) {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length,
    ttl: ttlMs,
  });
  const pending = new Map<string, PendingResponse>();

  return {
    /** The cached response, or that of a request for the same URL that is being answered. */
    async find(request: FastifyRequest): Promise<CachedResponse | undefined> {
      if (!isShared(request)) return undefined;
      const key = request.url;
      const found = responses.get(key) ?? pending.get(key)?.promise;
      if (found) return found;
      request.pendingResponse = Promise.withResolvers();
      pending.set(key, request.pendingResponse);
      return undefined;
    },
    store(request: FastifyRequest, reply: FastifyReply, body: string) {
      if (!request.pendingResponse) return;
      const response = { headers: sharedHeaders(request, reply), body };
      responses.set(request.url, response);
      request.pendingResponse.resolve(response);
    },
    /** Requests that wait for a response that failed are answered one by one. */
    end(request: FastifyRequest) {
      if (!request.pendingResponse) return;
      if (pending.get(request.url) === request.pendingResponse) pending.delete(request.url);
      request.pendingResponse.resolve(undefined);
    },
  };
}

const isShared = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !headers.cookie && !headers.authorization && url.length <= MAX_KEY_LENGTH;

function sharedHeaders({ routeOptions }: FastifyRequest, reply: FastifyReply) {
  const declared = routeOptions.schema?.responseHeaders?.[200] ?? [];
  return Object.fromEntries(
    [...HEADERS, ...declared].flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, `${value}`]];
    }),
  );
}

/** Without a time in milliseconds nothing is cached. */
export function registerResponseCache(app: FastifyInstance, ttlMs?: number) {
  app.decorate('responseCache', ttlMs ? createResponseCache(ttlMs) : undefined);
  app.decorateRequest('pendingResponse', undefined);
}

/** For routes whose response is the same for every client. */
export function shareResponses(app: FastifyInstance) {
  const cache = app.responseCache;
  if (!cache) return;
  app.addHook('preHandler', async (request, reply) => {
    const found = await cache.find(request);
    if (found) return reply.headers(found.headers).send(found.body);
  });
  app.addHook('onResponse', async (request) => cache.end(request));
}
