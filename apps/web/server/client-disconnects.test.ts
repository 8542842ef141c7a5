import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer } from '../test/http-server.ts';
import { startWebServer } from '../test/production.ts';

const apiRequests = new EventEmitter();
let api: Awaited<ReturnType<typeof startHttpServer>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  // The head of an answer, and nothing after it.
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
  // By the time this is answered the server has the head of the other answer.
  await web.visit('/health/live');

  controller.abort();

  await expect(response).rejects.toThrow('aborted');
  await expect.poll(() => web.said.text).toContain('"msg":"client disconnected"');
  await web.stop();
  expect(web.said.text).not.toContain('"level":50');
});
