import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';

export { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** From a hit of the page cache to the timeout of a request. */
export const HTTP_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The duration of HTTP requests. Unknown URLs must share one route, or a scanner could exhaust the memory. */
export const createRequestHistogram = (register: Registry) =>
  new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP request duration by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: HTTP_SECONDS,
    registers: [register],
  });

type Build = { service: 'api' | 'worker' | 'web'; version: string; commit: string };

/** The metrics of one process, with those that every process has. The default metrics include the event loop lag. */
export function createRegistry({ service, version, commit }: Build) {
  const register = new Registry();
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'build_info',
    help: 'Always 1: service, version and commit of this process.',
    labelNames: ['service', 'version', 'commit'],
    registers: [register],
  }).set({ service, version, commit }, 1);
  return register;
}
