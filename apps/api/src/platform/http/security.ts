import helmet from '@fastify/helmet';
import { problemMessages } from '@shop/contracts/common/messages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '#platform/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export async function secure(app: FastifyInstance, publicOrigin: string) {
  await app.register(helmet, {
    // Responses are data: a browser that opens one as a page must not load or run anything.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });

  app.addHook('onRequest', async (request) => {
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
