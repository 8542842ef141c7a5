import { problemMessages } from '@shop/contracts/common/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '#platform/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sent with every response. */
const SECURITY_HEADERS = {
  // Responses are data: a browser that opens one as a page must not load or run anything.
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

export function secure(app: FastifyInstance, publicOrigin: string) {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (!SAFE_METHODS.has(request.method) && isCrossOrigin(request, publicOrigin))
      throw new DomainError('forbidden', 'cross_origin_blocked', problemMessages.crossOriginBlocked);
  });
}

/**
 * CSRF check: browsers attach cookies to requests from any site, so a request with a cookie must show by `Origin` or
 * `Referer` that it comes from the store. A client with a bearer token is not affected.
 */
function isCrossOrigin({ headers }: FastifyRequest, publicOrigin: string) {
  if (headers.origin !== undefined) return headers.origin !== publicOrigin;
  if (headers.cookie === undefined) return false;
  const referer = headers.referer ?? '';
  return !URL.canParse(referer) || new URL(referer).origin !== publicOrigin;
}
