import { flushErrorReports, reportError } from './error-reports.ts';

const STOP_WITHIN_MS = 10_000;
const REPORT_WITHIN_MS = 2_000;

type Log = { fatal: (details: object, message: string) => void };
/** `stop` ends everything that `start` has started. */
type RunningProcess = { log: Log; stop: () => Promise<void> };

/**
 * Runs a process. A startup error is printed as its message, a mistake in code with its place, and exits with 1; SIGTERM and SIGINT call `stop` and exit
 * with 0, or with 1 if it fails or takes longer than the limit.
 */
export async function runProcess(start: () => Promise<RunningProcess>, { stopWithinMs = STOP_WITHIN_MS } = {}) {
  try {
    const { log, stop } = await start();
    const shutDown = () => {
      setTimeout(() => exit(log, {}, 'The shutdown took too long: exiting.'), stopWithinMs).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => exit(log, { err: asError(error) }, 'The shutdown failed: exiting.'),
      );
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, shutDown);
  } catch (error) {
    console.error(error instanceof Error && !isMistakeInCode(error) ? error.message : error);
    process.exit(1);
  }
}

/** One log line at level fatal and an error report, then exit with 1. A rejection that `isTolerable` accepts does not end the process. */
export function exitOnUncaughtErrors(log: Log, isTolerable: (rejection: unknown) => boolean = () => false) {
  const exitWith = (error: unknown, message: string) => {
    log.fatal({ err: asError(error) }, message);
    reportError(error, {});
    void flushErrorReports(REPORT_WITHIN_MS).finally(() => process.exit(1));
  };
  process.on('uncaughtException', (error) => exitWith(error, 'Uncaught exception: exiting.'));
  process.on('unhandledRejection', (rejection) => {
    if (!isTolerable(rejection)) exitWith(rejection, 'Unhandled rejection: exiting.');
  });
}

function exit(log: Log, details: object, message: string): never {
  log.fatal(details, message);
  process.exit(1);
}

const isMistakeInCode = (error: Error) =>
  [SyntaxError, TypeError, ReferenceError].some((type) => error instanceof type);

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
