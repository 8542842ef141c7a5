import { Writable } from 'node:stream';
import { redactUrl } from '@shop/contracts/common/redact-url';
import { reportError } from '@shop/telemetry/error-reports';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from 'react-router';
import { config } from './lib/config.server.ts';
import { log } from './lib/log.server.ts';
import { isPublicPage, PUBLIC_CACHING } from './lib/public-pages.ts';
import {
  allowScriptsByHash,
  contentSecurityPolicy,
  freshNonce,
  hostedOrigin,
  REPORTING_ENDPOINTS,
  windowOrigins,
} from './lib/security-headers.server.ts';
import { paintFirst } from './paint-first.server.ts';
import { NonceContext } from './shop/layout/nonce.ts';

/** Pending promises of a page are rejected then; the render is aborted a second later, so it can show the error. */
export const streamTimeout = 5_000;

const RETRY_AFTER_SECONDS = '5';

export default function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext) {
  const nonce = freshNonce();
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const policy = contentSecurityPolicy(nonce, providerFor(request));
  headers.set('Content-Security-Policy', policy);
  headers.set('Reporting-Endpoints', REPORTING_ENDPOINTS);
  setCaching(request, status, headers);
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  const respond = (html: string) => {
    // A public page is the same for every visitor, so it has no nonce.
    const isPublic = isPublicPage(new URL(request.url).pathname);
    const page = isPublic ? allowScriptsByHash(html, nonce, policy) : { html, policy };
    headers.set('Content-Security-Policy', page.policy);
    return new Response(Buffer.from(page.html), { status, headers });
  };

  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // Or large parts would be moved into their place by a script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        // Complete, not as a stream: no page defers data, and a whole page is compressed in one go.
        onAllReady() {
          clearTimeout(giveUp);
          // Also called after a shell error, and fails then.
          readAll(pipe).then((html) => resolve(respond(paintFirst(html, nonce))), reject);
        },
        onShellError: reject,
        onError: (error) => report(error, request),
      },
    );
    const giveUp = setTimeout(abort, streamTimeout + 1_000);
    request.signal.addEventListener('abort', () => abort(request.signal.reason), { once: true });
  });
}

/** In one go: written to a stream that has to be drained, a page would be kept while others are rendered. */
const readAll = (pipe: (destination: Writable) => void) =>
  new Promise<string>((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const destination = new Writable({
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    });
    pipe(destination.on('finish', () => resolve(Buffer.concat(chunks).toString())).on('error', reject));
  });

const PAY_PAGE = /^\/checkout\/[^/]+\/pay$/;

/** The checkout is the only page that may run a third-party script, and `PAY_PAGE` the only one that posts to another site. */
function providerFor({ url }: Request) {
  const { pathname } = new URL(url);
  if (pathname === '/checkout') return windowOrigins(config.checkoutScript);
  return PAY_PAGE.test(pathname) ? hostedOrigin(config.checkoutScript) : undefined;
}

export const handleDataRequest: HandleDataRequestFunction = (response, { request }) => {
  setCaching(request, response.status, response.headers);
  return response;
};

/** Only public pages are cached; others are revalidated on every request, and server errors are never stored. */
function setCaching({ method, url }: Request, status: number, headers: Headers) {
  const shared = method === 'GET' && status === 200 && isPublicPage(new URL(url).pathname);
  headers.append('Vary', 'Cookie');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', shared ? PUBLIC_CACHING : 'private, no-cache');
  if (status >= 500) headers.set('Cache-Control', 'no-store');
  if (status === 503) headers.set('Retry-After', RETRY_AFTER_SECONDS);
}

export const handleError: HandleErrorFunction = (error, { request }) => report(error, request);

/** Not for failed API calls, which are logged where they happen, nor for a client that has disconnected. */
function report(error: unknown, request: Request) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const requestId = request.headers.get('x-request-id');
  log.error({ err: error, requestId, url: redactUrl(request.url) }, 'page failed');
  reportError(error, { requestId });
}
