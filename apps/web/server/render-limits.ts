import { problemMessages } from '@shop/contracts/problem';
import { pageErrorMessages, pageTitle } from '@shop/contracts/site';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NO_PAGE_POLICY } from '../app/lib/security-headers.server.ts';
import { clientOf, createClientLimit } from './client-limits.ts';
import { fairQueue, type Rejection } from './fair-queue.ts';

/** Of one client in five seconds. A page takes 6 to 10 ms of a core, so a single client gets a tenth of one at most. */
const PAGES_PER_WINDOW = 50;
/** Most of the time a page waits for the API; one that takes long must not keep the others waiting. */
const AT_ONCE = 64;
const AT_ONCE_PER_CLIENT = 4;
const WAITING = 512;
const WAITING_PER_CLIENT = 16;

const RETRY_AFTER_SECONDS = { client: '5', all: '2' };

export type RenderInTurn = (visitor: FastifyRequest | undefined, render: () => Promise<Response>) => Promise<Response>;

/**
 * How much one client may have rendered, and in which order: in turns between clients. Counted in this process alone,
 * so that it needs nothing else. Without a visitor a page is rendered for everyone, as one more client.
 */
export async function limitRendering(app: FastifyInstance, factor: number): Promise<RenderInTurn> {
  const isOverLimit = await createClientLimit(app, PAGES_PER_WINDOW * factor);
  const run = fairQueue({
    atOnce: AT_ONCE,
    atOncePerClient: AT_ONCE_PER_CLIENT * factor,
    waiting: WAITING,
    waitingPerClient: WAITING_PER_CLIENT * factor,
  });

  return async (visitor, render) => {
    if (visitor && (await isOverLimit(visitor))) return rejectionPage('client');
    const page = await run(visitor ? clientOf(visitor) : '', render);
    return typeof page === 'string' ? rejectionPage(page) : page;
  };
}

/** Written once: refusing costs next to nothing. */
const PAGE = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  `<title>${pageTitle(pageErrorMessages.unavailableTitle)}</title></head>`,
  `<body><main><h1>${pageErrorMessages.unavailableTitle}</h1><p>${problemMessages.tooManyRequests}</p></main></body></html>`,
].join('');

const rejectionPage = (reason: Rejection) =>
  new Response(PAGE, {
    status: reason === 'client' ? 429 : 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': NO_PAGE_POLICY,
      'cache-control': 'no-store',
      'retry-after': RETRY_AFTER_SECONDS[reason],
    },
  });
