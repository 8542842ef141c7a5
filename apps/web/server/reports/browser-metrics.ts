import { Counter, Histogram, type Registry } from '@shop/telemetry/metrics';

/** With the limits of "good" and "poor": LCP 2.5 and 4 s, INP 0.2 and 0.5 s, TTFB 0.8 and 1.8 s. */
const SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 6, 10];
/** "Good" and "poor": 0.1 and 0.25. */
const SHIFTS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

/** What browsers report, by route pattern. */
export function createBrowserMetrics(register: Registry) {
  const registers = [register];
  return {
    vitalSeconds: new Histogram({
      name: 'web_vitals_seconds',
      help: 'LCP, INP and TTFB of sampled page loads by route.',
      labelNames: ['metric', 'route'],
      buckets: SECONDS,
      registers,
    }),
    layoutShift: new Histogram({
      name: 'web_vitals_cls',
      help: 'Cumulative layout shift of sampled page loads by route.',
      labelNames: ['route'],
      buckets: SHIFTS,
      registers,
    }),
    errors: new Counter({
      name: 'browser_errors_total',
      help: 'Errors that browsers reported, by type: error, rejection or policy.',
      labelNames: ['type'],
      registers,
    }),
  };
}
