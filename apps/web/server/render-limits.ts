import { pageTitle, STORE_NAME } from '@shop/contracts/common/constants';
import { problemMessages } from '@shop/contracts/common/messages';
import { pageErrorMessages } from '@shop/contracts/layout/messages';
import { lineNetworks } from '@shop/telemetry/client-networks';
import type { FastifyRequest } from 'fastify';
import { NO_PAGE_POLICY } from '../app/lib/security-headers.server.ts';
import { createClientLimit } from './client-limits.ts';
import { fairQueue, type Rejection } from './fair-queue.ts';

/** Per client in 5 seconds. A page takes 6 to 10 ms of CPU time, so one client gets at most a tenth of a core. */
const PAGES_PER_WINDOW = 50;
/** Rendering mostly waits for the API; a slow page must not block the others. */
const AT_ONCE = 64;
const AT_ONCE_PER_CLIENT = 4;
const WAITING = 512;
const WAITING_PER_CLIENT = 16;

const RETRY_AFTER_SECONDS = { client: '5', all: '2' };

export type RenderInTurn = (visitor: FastifyRequest | undefined, render: () => Promise<Response>) => Promise<Response>;

/**
 * A rate limit per client and a fair queue between clients. Counted per process, so that it needs no shared state.
 * Without a visitor, a page is rendered for everyone and counts as one more client.
 */
export function limitRendering(factor: number): RenderInTurn {
  const isOverLimit = createClientLimit(PAGES_PER_WINDOW * factor);
  const run = fairQueue({
    atOnce: AT_ONCE,
    atOncePerClient: AT_ONCE_PER_CLIENT * factor,
    waiting: WAITING,
    waitingPerClient: WAITING_PER_CLIENT * factor,
  });

  return async (visitor, render) => {
    if (visitor && isOverLimit(visitor)) return rejectionPage('client');
    const page = await run(visitor ? lineOf(visitor) : '', render);
    return typeof page === 'string' ? rejectionPage(page) : page;
  };
}

/** The turns of a client are those of its whole line: an IPv6 /56, or an IPv4 address. */
const lineOf = ({ ip = '' }: { ip?: string }) => lineNetworks(ip)[0]?.network ?? '';

/** Built once: a rejection costs almost nothing. */
const PAGE = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  `<title>${pageTitle(pageErrorMessages.unavailableTitle, STORE_NAME)}</title></head>`,
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
