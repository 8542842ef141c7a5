import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Browsers revalidate each time; a CDN may serve it for 10 seconds, and stale for a minute while it revalidates. */
const PUBLIC = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A request with the ETag of the current response gets 304. */
    revalidates?: boolean;
  }
}

/** For routes whose response is the same for every client. */
export function cachePublicly(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, revalidates: true };
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `${reply.getHeader('etag') ?? `"${hash('sha1', payload, 'base64url')}"`}`;
    reply.header('cache-control', PUBLIC).header('etag', etag);
    if (!hasEtag(request, etag)) return payload;
    reply.status(304);
    return '';
  });
}

/** Whether `If-None-Match` has this ETag. Weak comparison: a proxy that compresses marks the ETag as weak. */
export function hasEtag({ headers }: FastifyRequest, etag: string) {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return headers['if-none-match']?.split(',').map(strong).includes(strong(etag)) ?? false;
}

/** For routes whose response is personal. */
export function withoutCaching(app: FastifyInstance) {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'private, no-store');
  });
}
