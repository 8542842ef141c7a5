import { createHash } from 'node:crypto';
import { LAST_WRITE_COOKIE } from '@shop/contracts/common/constants';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { MAX_AGE_MS, READ_MS } from '../app/lib/page-age.ts';
import { canonicalSearch, parametersRead, readNoVarySearch } from '../app/lib/public-pages.ts';
import type { CacheOutcome } from './metrics.ts';
import { type PageResponse, readPage, send, sendPage } from './page-response.ts';
import type { RenderInTurn } from './render-limits.ts';
import { visitorHeaders } from './visitor.ts';

/**
 * Stale-while-revalidate: fresh for a second, stale for half of one more while it is rendered again; never older. Counted
 * from the start of its rendering, because what it shows may be as old; that is read at most `READ_MS` earlier.
 */
const FRESH_MS = 1_000;
const STALE_MS = MAX_AGE_MS - FRESH_MS - READ_MS;
const CACHED_MS = FRESH_MS + STALE_MS;
const MAX_BYTES = 64 * 1024 * 1024;
/** Interval of removing expired pages; the cache alone would keep them until it is full. */
const PURGE_MS = 10_000;
/** Of the URL, in characters. A longer one is rendered for its visitor and not cached. */
const MAX_KEY_LENGTH = 2_048;

type Render = (request: Request) => Promise<Response>;
/** The age is counted from when it has its turn. */
type Rendering = { page: Promise<CachedPage>; ageMs: () => number; ip?: string };
type PageRequest = { key: string; url: string; isCustomer: boolean; lastWrite: string };
type FoundPage = { page: CachedPage; outcome: CacheOutcome };

/** For some seconds after a write: a shared page may have been read from a replica without it. */
const LAST_WRITE = new RegExp(`(?:^|; )(${LAST_WRITE_COOKIE}=(?:\\d{1,20}|unknown))(?:;|$)`);

/**
 * Renders a hot public page once, not per visitor. One copy for guests, one for logged-in customers, none per person,
 * except for one who has just changed something.
 * Only public pages are cached: an error is sent to the visitors who requested the page while it was rendered, and a
 * 429, which concerns one IP, to that IP only.
 */
export function pageCache(
  render: Render,
  renderInTurn: RenderInTurn,
  publicOrigin: string,
  countRequest: (outcome: CacheOutcome) => void,
) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page, key) => page.size + key.length,
    ttl: CACHED_MS,
  });
  setInterval(() => pages.purgeStale(), PURGE_MS).unref();
  const renderings = new Map<string, Rendering>();
  /** The parameters a page reads, as its response has declared. */
  const parameters = new LRUCache<string, string[]>({ max: 10_000 });

  /** Rendered without the visitor's cookies, so that the page cannot contain personal data. */
  async function renderPage(
    { url, isCustomer, lastWrite }: PageRequest,
    headers: Record<string, string>,
    onStart: () => void,
    visitor?: FastifyRequest,
  ) {
    const cookie = [isCustomer ? `${SESSION_COOKIE}=` : '', lastWrite].filter(Boolean).join('; ');
    const request = new Request(`${publicOrigin}${url}`, { headers: { ...headers, cookie } });
    const response = await renderInTurn(visitor, () => {
      onStart();
      return render(request);
    });
    return createCachedPage(response);
  }

  /**
   * Concurrent requests for the page share this rendering, which goes on when their clients disconnect. Its own end
   * releases it; one that takes longer than pages are cached is replaced by the next request.
   */
  function startRendering(
    pageRequest: PageRequest,
    headers: Record<string, string>,
    visitor?: FastifyRequest,
  ): Rendering {
    const { key, url } = pageRequest;
    let startedAt = Number.POSITIVE_INFINITY;
    const onStart = () => {
      startedAt = performance.now();
    };
    const isLatest = () => renderings.get(key) === rendering;
    const page = renderPage(pageRequest, headers, onStart, visitor)
      .then((rendered) => {
        const read = rendered.headers['no-vary-search'];
        if (rendered.isPublic && read) parameters.set(pagePath(url), readNoVarySearch(read));
        if (rendered.isPublic && isShared(pageRequest) && isLatest()) pages.set(key, rendered, { start: startedAt });
        return rendered;
      })
      .finally(() => {
        if (isLatest()) renderings.delete(key);
      });
    const rendering: Rendering = { page, ageMs: () => performance.now() - startedAt, ip: visitor?.ip };
    renderings.set(key, rendering);
    return rendering;
  }

  function currentRendering(key: string) {
    const rendering = renderings.get(key);
    return rendering && rendering.ageMs() < CACHED_MS ? rendering : undefined;
  }

  async function findPage(request: FastifyRequest, pageRequest: PageRequest): Promise<FoundPage> {
    const { key } = pageRequest;
    const cached = pages.get(key);
    if (cached) {
      const isStale = pages.getRemainingTTL(key) <= STALE_MS;
      if (isStale && !currentRendering(key)) refresh(request, pageRequest);
      return { page: cached, outcome: isStale ? 'stale' : 'hit' };
    }
    const { page, ip } = currentRendering(key) ?? startRendering(pageRequest, visitorHeaders(request), request);
    const shared = await page;
    if (shared.status !== 429 || ip === request.ip)
      return { page: shared, outcome: isShared(pageRequest) ? 'miss' : 'bypass' };
    return findPage(request, pageRequest);
  }

  /** Not on behalf of the visitor: one over the rate limit must not spoil the page of the others. */
  function refresh({ id, protocol, log }: FastifyRequest, pageRequest: PageRequest) {
    startRendering(pageRequest, { 'x-request-id': id, 'x-forwarded-proto': protocol }).page.catch((error: unknown) =>
      log.error({ err: error }, 'refreshing a cached page failed'),
    );
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isCustomer = (request.headers.cookie ?? '').includes(`${SESSION_COOKIE}=`);
    const [, lastWrite = ''] = LAST_WRITE.exec(request.headers.cookie ?? '') ?? [];
    const [pathname = '', search = ''] = request.url.split(/\?(.*)/s);
    const find = (names: readonly string[]) => {
      const url = pathname + canonicalSearch(search, names);
      const key = `${isCustomer ? 'customer' : 'guest'} ${lastWrite} ${url}`;
      return findPage(request, { key, url, isCustomer, lastWrite });
    };

    const names = parametersRead(pathname) ?? parameters.get(pathname);
    const respond = ({ page, outcome }: FoundPage) => {
      countRequest(outcome);
      return respondFromCache(request, reply, page);
    };

    if (names) return respond(await find(names));
    // Only the response declares which parameters the page reads.
    const found = await find([]);
    const { page } = found;
    // A redirect keeps all parameters.
    const isRedirect = page.status >= 300 && page.status < 400;
    const read = isRedirect
      ? [...new Set(new URLSearchParams(search).keys())]
      : readNoVarySearch(page.headers['no-vary-search'] ?? '');
    return respond(canonicalSearch(search, read) ? await find(read) : found);
  };
}

/** A page for one who has just changed something would only displace those for everyone. */
const isShared = ({ url, lastWrite }: PageRequest) => !lastWrite && url.length <= MAX_KEY_LENGTH;

const pagePath = (url: string) => url.replace(/\?.*/s, '');

function respondFromCache(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  if (page.isPublic) reply.header('etag', page.etag);
  if (!page.isPublic || request.headers['if-none-match'] !== page.etag) return sendPage(request, reply, page);
  reply.headers(page.headers);
  return send(reply, 304);
}

type CachedPage = PageResponse & { etag: string; isPublic: boolean; size: number };

/** The same bytes for every visitor, so any cache can keep them. */
async function createCachedPage(response: Response): Promise<CachedPage> {
  const page = await readPage(response);
  const { status, headers, cookies, body } = page;
  return {
    ...page,
    headers: { ...headers, vary: 'Cookie, Accept-Encoding' },
    etag: `W/"${createHash('sha1').update(body).digest('base64url')}"`,
    isPublic: status === 200 && /^public\b/.test(headers['cache-control'] ?? '') && cookies.length === 0,
    // With its compressed copies.
    size: body.length * 2,
  };
}
