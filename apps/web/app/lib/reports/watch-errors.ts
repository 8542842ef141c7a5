import type { BrowserErrorType } from './browser-error.ts';
import { whenIdle } from './idle.ts';

type Send = (type: BrowserErrorType, error: unknown) => void;

const KEPT_MAX = 5;
const kept: [BrowserErrorType, unknown][] = [];
let send: Send = (type, error) => {
  if (kept.length < KEPT_MAX) kept.push([type, error]);
};

/** Also for errors that an error boundary has caught. Until the sender is loaded, they are kept. */
export const reportBrowserError: Send = (type, error) => send(type, error);

/** The sender is loaded when the page is idle: it delays nothing. */
export function watchErrors() {
  addEventListener('error', ({ error, message }) => send('error', error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => send('rejection', reason));
  whenIdle(async () => {
    ({ sendError: send } = await import('./send-errors.ts'));
    for (const [type, error] of kept.splice(0)) send(type, error);
  });
}
