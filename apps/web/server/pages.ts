import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { canonicalPath, RENAMED } from '../app/lib/public-pages.ts';
import type { CacheOutcome } from './metrics.ts';
import { pageCache } from './page-cache.ts';
import { readPage, sendPage } from './page-response.ts';
import type { RenderInTurn } from './render-limits.ts';
import { PAGES } from './route-patterns.ts';
import { visitorHeaders } from './visitor.ts';

/** Forms are small; images go to the API directly. */
const BODY_LIMIT = 1024 * 1024;
/** With the photos of a review, which a form without JavaScript sends with it. */
const REVIEW_PAGE = '/product/:slug/review';
const REVIEW_BODY_LIMIT = 12 * 1024 * 1024;
/** Not limited here: its CSV file is streamed to the API, which limits the size. */
const IMPORT_PAGE = '/admin/products/import';
const CHECKOUT_PAGE = '/checkout';

type PageOptions = {
  publicOrigin: string;
  renderInTurn: RenderInTurn;
  /** Of the checkout's form, which waits for the payment provider: a slow one takes no turns from pages. */
  payInTurn: RenderInTurn;
  timeRendering: (request: Request, render: () => Promise<Response>) => Promise<Response>;
  countRequest: (outcome: CacheOutcome) => void;
};

/** React Router renders everything that is neither a file nor forwarded to the API. */
export function renderPages(
  app: FastifyInstance,
  build: ServerBuild,
  { publicOrigin, renderInTurn, payInTurn, timeRendering, countRequest }: PageOptions,
) {
  const handle = createRequestHandler(build, 'production');
  const render = (request: Request) => timeRendering(request, () => handle(request));
  const showPublicPage = pageCache(render, renderInTurn, publicOrigin, countRequest);
  const showIn = (turns: RenderInTurn) => async (request: FastifyRequest, reply: FastifyReply) => {
    countRequest('bypass');
    const response = await turns(request, () => render(webRequest(request, reply, publicOrigin)));
    return sendPage(request, reply, await readPage(response));
  };
  const showPage = showIn(renderInTurn);

  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    for (const path of [CHECKOUT_PAGE, `${CHECKOUT_PAGE}.data`]) pages.post(path, showIn(payInTurn));
    pages.all(PAGES, (request, reply) => {
      const [pathname = '', search] = request.url.split(/\?(.*)/s);
      // For HEAD, Node sends the same headers without the body.
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const path = isRead ? canonicalPath(pathname) : undefined;
      if (path === undefined) return showPage(request, reply);
      if (path === pathname) return showPublicPage(request, reply);
      const location = search === undefined ? path : `${path}?${search}`;
      return reply.code(RENAMED.status).headers(RENAMED.headers).header('location', location).send();
    });
  });

  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: REVIEW_BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    for (const path of [REVIEW_PAGE, `${REVIEW_PAGE}.data`]) pages.post(path, showPage);
  });

  app.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const path of [IMPORT_PAGE, `${IMPORT_PAGE}.data`]) pages.all(path, showPage);
  });
}

/**
 * Uses the configured origin, never the client's Host header: links cannot be forged by it, and forms are accepted from
 * that origin only.
 */
function webRequest(request: FastifyRequest, reply: FastifyReply, publicOrigin: string) {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ ...request.headers, ...visitorHeaders(request) }))
    if (typeof value === 'string') headers.set(name, value);

  const visit = new AbortController();
  // The client may have disconnected while the request waited for its turn.
  if (reply.raw.destroyed) visit.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) visit.abort();
  });

  const { method } = request;
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    body: bodyOf(request),
    duplex: 'half',
    signal: visit.signal,
  };
  return new Request(`${publicOrigin}${request.url}`, init);
}

function bodyOf({ body }: FastifyRequest): BodyInit | undefined {
  if (body instanceof Readable) return createReadableStreamFromReadable(body);
  return body instanceof Buffer ? new Uint8Array(body) : undefined;
}
