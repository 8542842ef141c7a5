import { pageTitle, STORE_NAME } from '@shop/contracts/common/constants';
import { problemMessages } from '@shop/contracts/common/messages';
import { pageErrorMessages } from '@shop/contracts/layout/messages';
import { lineNetworks } from '@shop/telemetry/client-networks';
import type { FastifyRequest } from 'fastify';
import { NO_PAGE_POLICY } from '../app/lib/security-headers.server.ts';
import { createClientLimit } from './client-limits.ts';

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

type Client = { running: number; waiting: (() => void)[] };
type Limits = { atOnce: number; atOncePerClient: number; waiting: number; waitingPerClient: number };

/** Why a job was rejected: too many jobs of its client are waiting, or of all clients together. */
type Rejection = 'client' | 'all';

/**
 * Runs a limited number of jobs at a time and rejects jobs above the limits (load shedding). The client with the fewest
 * running jobs is next, of several the one whose last turn is longest ago: the backlog of one does not delay others. A
 * client is stored only while its jobs run or wait, so that the size is bounded by the limits.
 */
export function fairQueue(limits: Limits) {
  // A client moves to the end after its turn.
  const clients = new Map<string, Client>();
  let running = 0;
  let waiting = 0;

  function startNext() {
    if (running >= limits.atOnce) return;
    let next: Client | undefined;
    for (const client of clients.values())
      if (client.waiting.length > 0 && client.running < (next?.running ?? limits.atOncePerClient)) next = client;
    if (!next) return;
    running += 1;
    waiting -= 1;
    next.running += 1;
    next.waiting.shift()?.();
  }

  return async function run<T>(name: string, work: () => Promise<T>): Promise<T | Rejection> {
    const client = clients.get(name) ?? { running: 0, waiting: [] };
    if (client.waiting.length >= limits.waitingPerClient) return 'client';
    if (waiting >= limits.waiting) return 'all';
    clients.set(name, client);
    await new Promise<void>((start) => {
      client.waiting.push(start);
      waiting += 1;
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      client.running -= 1;
      clients.delete(name);
      if (client.running > 0 || client.waiting.length > 0) clients.set(name, client);
      startNext();
    }
  };
}
