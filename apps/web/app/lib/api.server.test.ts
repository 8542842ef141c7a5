import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { LAST_WRITE_COOKIE, SEARCH_BUSY } from '@shop/contracts/common/constants';
import { problemMessages } from '@shop/contracts/common/messages';
import { operation } from '@shop/contracts/common/operation';
import { RouterContextProvider } from 'react-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startHttpServer } from '../../test/http-server.ts';
import { apiFor } from './api.server.ts';
import { forwardLastWrite } from './last-write.server.ts';

const Greeting = z.object({ word: z.string() });
const greeting = { tag: 'Greetings', summary: 'Greets', response: Greeting };
const getGreeting = operation('GET /greeting', {
  id: 'getGreeting',
  ...greeting,
  query: z.object({ q: z.string().optional() }),
});
const addGreeting = operation('POST /greetings', { id: 'addGreeting', ...greeting, body: Greeting });
const setGreeting = operation('PUT /greetings', { id: 'setGreeting', ...greeting, body: Greeting });
const changeGreeting = operation('PATCH /greetings', { id: 'changeGreeting', ...greeting, body: Greeting });
const deleteGreeting = operation('DELETE /greetings/:id', {
  id: 'deleteGreeting',
  tag: 'Greetings',
  summary: 'Deletes a greeting',
  params: z.object({ id: z.string() }),
  status: 204,
  response: z.undefined(),
  errors: { 404: ['gone'] },
});
const NOT_FOUND = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  code: 'gone',
  message: 'No.',
  requestId: 'r',
};

type Turn = { status?: number; body?: unknown; cookies?: string[]; silent?: boolean };

/** Stub API: responds with the turns in order, repeats the last one and records the requests. */
async function anApi(...turns: Turn[]) {
  const requests: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const { url, stop } = await startHttpServer(async (request, response) => {
    const turn = turns[Math.min(requests.length, turns.length - 1)];
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body: await text(request) });
    if (turn?.silent) return;
    response.writeHead(turn?.status ?? 200, { 'content-type': 'application/json', 'set-cookie': turn?.cookies ?? [] });
    response.end(JSON.stringify(turn?.body));
  });
  onTestFinished(stop);
  return { url, requests, stop };
}

const aVisit = (init?: RequestInit) => new Request('http://localhost:3000/', init);
const failureOf = (read: Promise<unknown>) =>
  read.then(
    () => expect.unreachable('the read should fail'),
    (reason: unknown) => reason,
  );

/** Runs the work as loaders and actions of one request. */
async function inPageRequest(work: () => Promise<unknown>) {
  const { request, context } = { request: aVisit(), context: new RouterContextProvider() };
  const args = { request, context, params: {}, url: new URL(request.url), pattern: '/' };
  return forwardLastWrite(args, async () => {
    await work();
    return new Response();
  });
}

describe('an API read', () => {
  test('returns only the fields of the contract', async () => {
    const { url, requests } = await anApi({ body: { word: 'hello', secret: 1 } });

    const value = await apiFor(aVisit(), { url }).read(getGreeting, { query: { q: '1' } });

    expect(value).toEqual({ word: 'hello' });
    expect(requests).toMatchObject([{ method: 'GET', url: '/api/greeting?q=1' }]);
  });

  test('API-025 is retried once after a server error', async () => {
    const { url, requests } = await anApi({ status: 500, body: {} }, { body: { word: 'hello' } });

    expect(await apiFor(aVisit(), { url }).read(getGreeting)).toEqual({ word: 'hello' });
    expect(requests).toHaveLength(2);
  });

  test('API-025 is retried once after a timeout, within the deadline', async () => {
    const { url } = await anApi({ silent: true }, { body: { word: 'hello' } });

    expect(await apiFor(aVisit(), { url, deadlineMs: 2_000 }).read(getGreeting)).toEqual({ word: 'hello' });
  });

  test('API-025 fails with 503 after the second attempt', async () => {
    const { url, requests } = await anApi({ silent: true });
    const started = performance.now();

    const result = await apiFor(aVisit(), { url, deadlineMs: 400 }).call(getGreeting);

    expect(result).toMatchObject({ ok: false, problem: { status: 503, message: problemMessages.unavailable } });
    expect(requests).toHaveLength(2);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('is not retried when the API rejects it because of too many searches', async () => {
    const busyProblem = { ...NOT_FOUND, status: 503, code: SEARCH_BUSY };
    const { url, requests } = await anApi({ status: 503, body: busyProblem });

    expect(await apiFor(aVisit(), { url }).call(getGreeting)).toMatchObject({ problem: busyProblem });
    expect(requests).toHaveLength(1);
  });

  test('throws a 404 for the error boundary, without a retry', async () => {
    const { url, requests } = await anApi({ status: 404, body: NOT_FOUND });

    const error = await failureOf(apiFor(aVisit(), { url }).read(getGreeting));

    expect(error).toMatchObject({ init: { status: 404 }, data: NOT_FOUND });
    expect(requests).toHaveLength(1);
  });

  test('fails with 502 when the response does not match the contract', async () => {
    const { url } = await anApi({ body: { word: 7 } });

    const result = await apiFor(aVisit(), { url }).call(getGreeting);

    expect(result).toMatchObject({ ok: false, problem: { status: 502, message: problemMessages.unexpected } });
  });

  test('is aborted when the client disconnects', async () => {
    const { url, requests } = await anApi({ silent: true });
    const visit = new AbortController();
    const read = failureOf(apiFor(aVisit({ signal: visit.signal }), { url }).read(getGreeting));

    visit.abort();

    expect(await read).toMatchObject({ name: 'AbortError' });
    expect(requests.length).toBeLessThan(2);
  });

  test('forwards the cookie, client IP and request id, but no unlisted header', async () => {
    const { url, requests } = await anApi({ body: { word: 'hello' } });
    const forwarded = { cookie: 'a=b', 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'abcdefgh' };

    await apiFor(aVisit({ headers: { ...forwarded, 'x-other': 'not forwarded' } }), { url }).read(getGreeting);

    expect(requests[0]?.headers).toMatchObject(forwarded);
    expect(requests[0]?.headers).not.toHaveProperty('x-other');
  });
});

describe('an API write', () => {
  test.each([
    ['POST', addGreeting],
    ['PUT', setGreeting],
    ['PATCH', changeGreeting],
  ] as const)('%s sends JSON and returns the value', async (method, write) => {
    const { url, requests } = await anApi({ status: 201, body: { word: 'hello' } });

    const result = await apiFor(aVisit(), { url }).call(write, { body: { word: 'hello' } });

    expect(result).toEqual({ ok: true, value: { word: 'hello' }, cookies: [] });
    expect(requests).toMatchObject([
      { method, body: '{"word":"hello"}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  test('returns the problem when it is rejected', async () => {
    const { url } = await anApi({ status: 404, body: NOT_FOUND });

    expect(await apiFor(aVisit(), { url }).call(deleteGreeting, { params: { id: 'a/b' } })).toEqual({
      ok: false,
      problem: NOT_FOUND,
      cookies: [],
    });
  });

  test.each(['', '.', '..'])(
    'with the parameter "%s", which would be another path, is a 404 and not sent',
    async (id) => {
      const { url, requests } = await anApi({ status: 204 });

      const result = await apiFor(aVisit(), { url }).call(deleteGreeting, { params: { id } });

      expect(result).toMatchObject({ ok: false, problem: { status: 404, code: 'not_found' } });
      expect(requests).toEqual([]);
    },
  );

  test('returns every cookie the API sets', async () => {
    const cookies = ['session=a; Path=/; HttpOnly', 'other=b; Expires=Wed, 01 Jan 2020 00:00:00 GMT'];
    const { url } = await anApi({ body: { word: 'hello' }, cookies });

    const result = await apiFor(aVisit(), { url }).call(addGreeting, { body: { word: 'hello' } });

    expect(result.cookies).toEqual(cookies);
  });

  test('is never retried', async () => {
    const { url, requests } = await anApi({ status: 500, body: 'broken' });

    const result = await apiFor(aVisit(), { url }).call(addGreeting, { body: { word: 'hello' } });

    expect(result).toMatchObject({ ok: false, problem: { status: 500, message: problemMessages.unexpected } });
    expect(requests).toHaveLength(1);
  });

  test('fails with 503 when the API is down', async () => {
    const { url, stop } = await anApi();
    await stop();

    const result = await apiFor(aVisit(), { url }).call(addGreeting, { body: { word: 'hello' } });

    expect(result).toMatchObject({ ok: false, problem: { status: 503 } });
  });
});

describe('values of a form', () => {
  test('are sent as they are if the operation accepts them', async () => {
    const { url, requests } = await anApi({ status: 201, body: { word: 'hello' } });

    expect(await apiFor(aVisit(), { url }).submit(addGreeting, { word: 'hello' })).toMatchObject({ ok: true });
    expect(requests).toMatchObject([{ method: 'POST', body: '{"word":"hello"}' }]);
  });

  test('are a 422 with the errors of the fields, without a request, if it does not', async () => {
    const { url, requests } = await anApi();

    const result = await apiFor(aVisit(), { url }).submit(addGreeting, { word: 7 });

    expect(result).toMatchObject({
      ok: false,
      problem: { status: 422, code: 'invalid', message: problemMessages.invalid, errors: [{ field: 'word' }] },
    });
    expect(requests).toEqual([]);
  });
});

describe('the position of the last write', () => {
  const [older, newer] = [`${LAST_WRITE_COOKIE}=7`, `${LAST_WRITE_COOKIE}=42`];

  test('reaches the reads that follow in the same page request, and the browser', async () => {
    const { url, requests } = await anApi({ body: { word: 'hello' }, cookies: [`${newer}; Path=/`] });
    const api = apiFor(aVisit({ headers: { cookie: `other=1; ${older}` } }), { url });

    const response = await inPageRequest(async () => {
      await api.call(addGreeting, { body: { word: 'hello' } });
      await api.read(getGreeting);
    });

    expect(requests.map(({ headers }) => headers.cookie)).toEqual([`other=1; ${older}`, `${newer}; other=1; ${older}`]);
    expect(response?.headers.getSetCookie()).toEqual([`${newer}; Path=/`]);
  });

  test('of one page request is not used by another', async () => {
    const { url, requests } = await anApi({ body: { word: 'hello' }, cookies: [`${newer}; Path=/`] });
    const api = apiFor(aVisit(), { url });

    await inPageRequest(() => api.call(addGreeting, { body: { word: 'hello' } }));
    const response = await inPageRequest(() => api.read(getGreeting));

    expect(requests.at(-1)?.headers.cookie).toBeUndefined();
    expect(response?.headers.getSetCookie()).toEqual([]);
  });
});
