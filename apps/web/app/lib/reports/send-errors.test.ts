// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

const sendBeacon = vi.fn<(url: string, body: Blob) => boolean>(() => true);

beforeEach(() => {
  vi.resetModules();
  sendBeacon.mockClear();
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true });
});
const load = async () => (await import('./send-errors.ts')).sendError;

test('an error is sent to our own origin, the same error only once', async () => {
  const sendError = await load();
  const error = new TypeError('x is undefined');

  sendError('error', error);
  sendError('error', error);

  expect(sendBeacon).toHaveBeenCalledOnce();
  expect(sendBeacon.mock.calls[0]?.[0]).toBe('/report');
  expect(sendBeacon.mock.calls[0]?.[1].type).toBe('application/json');
});

test('a loaded page sends at most five errors', async () => {
  const sendError = await load();

  for (let i = 0; i < 8; i++) sendError('rejection', new Error(`number ${i}`));

  expect(sendBeacon).toHaveBeenCalledTimes(5);
});

test.each([
  ['a response with an error status', { status: 503, data: {} }],
  ['an aborted request', new DOMException('The user aborted a request.', 'AbortError')],
  ['a browser extension', Object.assign(new Error('x'), { stack: 'at f (chrome-extension://abc/content.js:1:1)' })],
  ['a resize loop', 'ResizeObserver loop completed with undelivered notifications.'],
])('%s is not sent', async (_case, error) => {
  const sendError = await load();

  sendError('error', error);

  expect(sendBeacon).not.toHaveBeenCalled();
});
