import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Browsers ask each time and mostly hear "unchanged"; a CDN may answer for ten seconds, and a minute while it asks. */
const PUBLIC = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60';

/** For routes whose answer is the same for everyone. */
export function cachePublicly(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `"${hash('sha1', payload, 'base64url')}"`;
    reply.header('cache-control', PUBLIC).header('etag', etag);
    // A proxy that compresses marks the tag as weak.
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (!known?.includes(etag)) return payload;
    reply.status(304);
    return '';
  });
}

/** For routes whose answer is one person's own. */
export function privately(app: FastifyInstance) {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'private, no-store');
  });
}
