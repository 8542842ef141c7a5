import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import { afterAll, expect, test } from 'vitest';
import { startHttpServer } from '../test/http-server.ts';
import { startWebServer } from '../test/production.ts';

const LOGINS_AT_ONCE = 20;

const logins = new EventEmitter();
const unanswered: ServerResponse[] = [];
const api = await startHttpServer((request, response) => {
  if (request.url !== '/api/auth/login') return response.writeHead(404).end();
  unanswered.push(response);
  logins.emit('login');
});
const web = await startWebServer(api.url);
afterAll(async () => {
  await web.stop();
  await api.stop();
});

const logIn = () =>
  fetch(`${web.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'a violet lantern' }),
  });

/** Resolves when the login is at the API, which leaves it unanswered. */
async function startLogin() {
  const arrived = once(logins, 'login');
  const response = logIn();
  await arrived;
  return { response };
}

test('a login is refused without asking the API while 20 wait there, and forwarded when one has ended', async () => {
  const first = await startLogin();
  const waiting: Promise<Response>[] = [];
  for (let i = 1; i < LOGINS_AT_ONCE; i++) waiting.push((await startLogin()).response);

  const refused = await logIn();

  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ status: 429, code: 'busy', message: loginMessages.busy });
  expect(unanswered).toHaveLength(LOGINS_AT_ONCE);

  unanswered[0]?.writeHead(401).end();
  expect((await first.response).status).toBe(401);
  waiting.push((await startLogin()).response);
  for (const response of unanswered.slice(1)) response.writeHead(401).end();
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(401);
});
