import manifest from '../../../package.json' with { type: 'json' };
import type { ErrorReportSettings } from './error-report-client.ts';
import { setFlush } from './error-reports.ts';
import type { TraceSettings } from './trace-export.ts';
import { setTracer } from './tracing.ts';

/** Sending what is left must not delay the end of a process by more. */
const FLUSH_MS = 2_000;
const LOG_EVERY_MS = 60_000;

type TelemetrySettings = {
  traces: TraceSettings | undefined;
  errorReports: ErrorReportSettings | undefined;
};

type Stop = () => Promise<unknown>;

/**
 * Starts traces and error reports of a process, each only if it has an address. Call it first: servers and connections
 * look once whether tracing is on. Returns a function that sends what is left, within two seconds.
 */
export async function startTelemetry(
  name: string,
  { traces, errorReports }: TelemetrySettings,
  onError: (message: string) => void,
) {
  const service = { name, version: manifest.version };
  const stops: Stop[] = [];
  if (traces) {
    const { startTraceExport } = await import('./trace-export.ts');
    const { tracer, stop } = startTraceExport(traces, service, atMostOnceAMinute(onError));
    setTracer(tracer);
    stops.push(stop);
  }
  if (errorReports) {
    const { startErrorReports } = await import('./error-report-client.ts');
    const { flush, stop } = startErrorReports(errorReports, service);
    setFlush(flush);
    stops.push(() => {
      stop();
      return flush(FLUSH_MS);
    });
  }
  return () => {
    setTracer(undefined);
    const stopped = Promise.allSettled(stops.map((stop) => stop()));
    return Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
  };
}

function atMostOnceAMinute(write: (message: string) => void) {
  let nextAt = 0;
  return (message: string) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + LOG_EVERY_MS;
    write(message);
  };
}
