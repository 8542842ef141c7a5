import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Browsers ask each time and mostly hear "unchanged"; a CDN may answer for ten seconds, and a minute while it asks. */
const PUBLIC = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60';

/** For routes whose answer is the same for everyone. */
export function cachePublicly(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `"${hash('sha1', payload, 'base64url')}"`;
    reply.header('cache-control', PUBLIC).header('etag', etag);
    if (!hasEtag(request, etag)) return payload;
    reply.status(304);
    return '';
  });
}

/** Whether the client has this answer already. Weak comparison: a proxy that compresses marks the tag as weak. */
export function hasEtag({ headers }: FastifyRequest, etag: string) {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return headers['if-none-match']?.split(',').map(strong).includes(strong(etag)) ?? false;
}

/** For routes whose answer is one person's own. */
export function withoutCaching(app: FastifyInstance) {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'private, no-store');
  });
}
