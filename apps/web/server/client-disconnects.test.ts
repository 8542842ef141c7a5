import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer } from '../test/http-server.ts';
import { startWebServer } from '../test/production.ts';

const apiRequests = new EventEmitter();
let api: Awaited<ReturnType<typeof startHttpServer>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  // Sends the response headers, but never a body.
  api = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    apiRequests.emit('request');
  });
  web = await startWebServer(api.url, { LOG_LEVEL: 'info' });
});
afterAll(() => api.stop());

test('a client that disconnects before the response is logged at info level, not as an error', async () => {
  const controller = new AbortController();
  const received = once(apiRequests, 'request');
  const response = fetch(`${web.url}/api/products`, { signal: controller.signal });
  await received;
  // When this completes, the server has received the headers of the other response.
  await web.visit('/health/live');

  controller.abort();

  await expect(response).rejects.toThrow('aborted');
  await expect.poll(() => web.output.text).toContain('"msg":"client disconnected"');
  await web.stop();
  expect(web.output.text).not.toContain('"level":50');
});
