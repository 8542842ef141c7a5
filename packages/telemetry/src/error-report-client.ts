import { createTransport, type Event } from '@sentry/core';
import { ServerRuntimeClient } from '@sentry/core/server';
import { type ErrorReport, errorChannel } from './error-reports.ts';
import { scrub } from './scrub.ts';
import { stackFrames } from './stack-frames.ts';

const SEND_TIMEOUT_MS = 5_000;
/** Of a process: an outage repeats one error thousands of times. */
const REPORTS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

export type ErrorReportSettings = { dsn: string; environment: string };
type Service = { name: string; version: string };

/** Loaded only when a DSN is set. Sends what `reportError` publishes; `flush` waits for what is still being sent. */
export function startErrorReports({ dsn, environment }: ErrorReportSettings, { name, version }: Service) {
  const client = new ServerRuntimeClient({
    dsn,
    environment,
    release: version,
    integrations: [],
    // Errors only: no spans, and no counts of dropped reports.
    traceLifecycle: 'static',
    sendClientReports: false,
    stackParser: stackFrames,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const response = await fetch(options.url, {
          method: 'POST',
          body: typeof body === 'string' ? body : new Uint8Array(body),
          headers: options.headers ?? {},
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        });
        await response.body?.cancel();
        return {
          statusCode: response.status,
          headers: {
            'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
            'retry-after': response.headers.get('retry-after'),
          },
        };
      }),
  });
  client.init();
  const isOverLimit = createMinuteLimit(REPORTS_PER_MINUTE);
  const send = (report: unknown) => {
    if (isErrorReport(report) && !isOverLimit()) client.captureEvent(eventOf(report, name));
  };
  errorChannel.subscribe(send);
  return {
    flush: async (withinMs: number) => void (await client.flush(withinMs)),
    stop: () => errorChannel.unsubscribe(send),
  };
}

const isErrorReport = (report: unknown): report is ErrorReport =>
  typeof report === 'object' && report !== null && 'error' in report && 'tags' in report;

function createMinuteLimit(max: number) {
  let count = 0;
  let windowEndsAt = 0;
  return () => {
    if (performance.now() > windowEndsAt) {
      count = 0;
      windowEndsAt = performance.now() + MINUTE_MS;
    }
    count += 1;
    return count > max;
  };
}

/** Only these fields: cookies, bodies, IP addresses and query strings cannot get in. */
function eventOf({ error, tags: { requestId, ...tags }, platform }: ErrorReport, service: string): Event {
  const { name, message, stack } = describe(error);
  const given = Object.entries({ ...tags, service, request_id: requestId }).filter(([, value]) => value);
  return {
    level: 'error',
    platform: platform ?? 'node',
    tags: Object.fromEntries(given),
    exception: {
      values: [
        {
          type: name,
          value: scrub(message),
          stacktrace: { frames: stackFrames(stack) },
          mechanism: { type: 'generic', handled: false },
        },
      ],
    },
  };
}

const describe = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack ?? '' }
    : { name: 'Error', message: typeof error === 'string' ? error : 'Not an Error object.', stack: '' };
