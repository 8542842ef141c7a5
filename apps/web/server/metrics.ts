import { subscribe } from 'node:diagnostics_channel';
import { Counter, createRequestHistogram, Histogram, HTTP_SECONDS, type Registry } from '@shop/telemetry/metrics';
import { onRequestEnd } from '@shop/telemetry/request-end';
import type { FastifyInstance } from 'fastify';
import { UPSTREAM_ERROR_CHANNEL, UPSTREAM_ERRORS } from '../app/lib/upstream-errors.server.ts';
import { PAGES } from './route-patterns.ts';

/**
 * `miss`: rendered for this request, or with others that asked for the page at the same time. `bypass`: a page that is
 * never cached.
 */
const CACHE_OUTCOMES = ['hit', 'miss', 'stale', 'bypass'] as const;
export type CacheOutcome = (typeof CACHE_OUTCOMES)[number];

type PatternOf = (pathname: string) => string;

/** Pages by the pattern of their route; all else, such as files, by the route of this server. */
export function measureRequests(app: FastifyInstance, register: Registry, patternOf: PatternOf) {
  const duration = createRequestHistogram(register);
  onRequestEnd(app, ({ method, url, routeOptions }, { statusCode, elapsedTime }) => {
    const isPage = routeOptions.url === PAGES;
    const route = isPage ? patternOf(url.replace(/\?.*/s, '')) : (routeOptions.url ?? 'unknown');
    duration.observe({ route, method, status: statusCode }, elapsedTime / 1_000);
  });
}

export function measurePages(register: Registry, patternOf: PatternOf) {
  const duration = new Histogram({
    name: 'page_render_seconds',
    help: 'Time from the start of rendering a page to the start of its response.',
    labelNames: ['route'],
    buckets: HTTP_SECONDS,
    registers: [register],
  });
  const requests = new Counter({
    name: 'page_cache_requests_total',
    help: 'Requests for pages, by what the page cache did.',
    labelNames: ['outcome'],
    registers: [register],
  });
  for (const outcome of CACHE_OUTCOMES) requests.inc({ outcome }, 0);

  return {
    countRequest: (outcome: CacheOutcome) => requests.inc({ outcome }),
    async timeRendering(request: Request, render: () => Promise<Response>) {
      const stopTimer = duration.startTimer({ route: patternOf(new URL(request.url).pathname) });
      try {
        return await render();
      } finally {
        stopTimer();
      }
    },
  };
}

export function measureUpstreamErrors(register: Registry) {
  const errors = new Counter({
    name: 'upstream_errors_total',
    help: 'Requests to the API that failed, by kind.',
    labelNames: ['kind'],
    registers: [register],
  });
  for (const kind of UPSTREAM_ERRORS) errors.inc({ kind }, 0);
  subscribe(UPSTREAM_ERROR_CHANNEL, (message) => {
    const kind = UPSTREAM_ERRORS.find((known) => known === message);
    if (kind) errors.inc({ kind });
  });
}
