import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { afterAll, expect, test } from 'vitest';
import { startHttpServer } from '../test/http-server.ts';
import { startWebServer } from '../test/production.ts';

/** Of one client. */
const RENDERED_AT_ONCE = 4;

const apiRequests = new EventEmitter();
const requestIds = new Set<string | string[] | undefined>();
const unanswered: ServerResponse[] = [];
let answersAtOnce = false;
const answer = (response: ServerResponse) => response.writeHead(500).end();
const api = await startHttpServer((request, response) => {
  // Read by the web server itself.
  if (request.url === '/api/store-settings') return answer(response);
  requestIds.add(request.headers['x-request-id']);
  if (answersAtOnce) answer(response);
  else unanswered.push(response);
  apiRequests.emit('request');
});
const web = await startWebServer(api.url, { RATE_LIMIT_FACTOR: '1' });
afterAll(async () => {
  await web.stop();
  await api.stop();
});

test('a page is not rendered for a client that disconnected while its request was queued', async () => {
  const visit = (requestId: string, signal?: AbortSignal) =>
    fetch(`${web.url}/account`, {
      redirect: 'manual',
      signal,
      headers: { cookie: `${SESSION_COOKIE}=a.b`, 'x-request-id': requestId },
    });
  const running: Promise<Response>[] = [];
  for (let i = 0; i < RENDERED_AT_ONCE; i++) {
    const started = once(apiRequests, 'request');
    running.push(visit(`running-000${i}`));
    await started;
  }
  const client = new AbortController();
  const queued = visit('queued-0001', client.signal);
  // When these complete, the server has queued the request before them, and noticed that its client disconnected.
  await web.visit('/health/live');
  client.abort();
  await expect(queued).rejects.toThrow('aborted');
  await web.visit('/health/live');

  answersAtOnce = true;
  unanswered.forEach(answer);
  await Promise.all(running);
  await visit('last-0001');

  expect([...requestIds]).toEqual([...running.map((_, i) => `running-000${i}`), 'last-0001']);
});
