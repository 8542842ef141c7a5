import type { BrowserErrorType } from './browser-error.ts';
import { sendReport } from './send-report.ts';

const MAX_PER_PAGE = 5;
const STACK_MAX = 3_000;
const MESSAGE_MAX = 500;
/** Of browser extensions, of cancelled requests, and one without effect. */
const IGNORED = /extension:\/\/|^AbortError|^ResizeObserver loop/m;

const sent = new Set<string>();

/** At most five of a loaded page, each once. */
export function sendError(type: BrowserErrorType, error: unknown) {
  const { name, message, stack } = describe(error);
  const text = `${name}: ${message}`;
  const key = `${text}\n${stack.split('\n', 3).join('\n')}`;
  if (isResponse(error) || IGNORED.test(`${name}\n${message}\n${stack}`)) return;
  if (sent.size >= MAX_PER_PAGE || sent.has(key)) return;
  sent.add(key);
  sendReport({ errors: [{ type, name, message, stack, path: location.pathname }] });
}

/** A response with an error status is an expected answer, which the server has counted. */
const isResponse = (error: unknown) => typeof error === 'object' && error !== null && 'status' in error;

/** A DOMException is not everywhere an Error. */
const isError = (error: unknown): error is Error => error instanceof Error || error instanceof DOMException;

const describe = (error: unknown) =>
  isError(error)
    ? { name: error.name, message: error.message.slice(0, MESSAGE_MAX), stack: (error.stack ?? '').slice(0, STACK_MAX) }
    : {
        name: 'Error',
        message: typeof error === 'string' ? error.slice(0, MESSAGE_MAX) : 'Not an Error object.',
        stack: '',
      };
