import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import { ApiProblem, type ClientOptions, createClient, type Operation, type ReceivedResponse } from './client.ts';

type Order = { id: string; total: number };
type Codes = 'order_not_found' | 'unavailable';

const getOrder: Operation<{ params: { id: string | number } }, Order, Codes, false> = { route: 'GET /orders/:id' };
const listOrders: Operation<{ query?: { q?: string; size?: string[] } }, Order[], Codes, true> = {
  route: 'GET /orders',
};
const createOrder: Operation<{ body: { total: number }; key?: string }, Order, Codes, false> = {
  route: 'POST /orders',
  keyed: true,
};
const addNote: Operation<{ body: { text: string } }, undefined, Codes, false> = { route: 'POST /notes' };
const importOrders: Operation<{ body: Blob | ReadableStream<Uint8Array>; key?: string }, Order, Codes, false> = {
  route: 'POST /imports',
  keyed: true,
  sends: 'text/csv',
};
const exportOrders: Operation<Record<never, never>, Response, Codes, false> = {
  route: 'GET /export',
  accepts: 'text/csv',
};

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Handler = (request: Received, response: ServerResponse, count: number) => void;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server that hands each request, with its number from 1, to the handler; and a client of it. */
async function aServer(handler: Handler, options: Partial<ClientOptions> = {}) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    // A client that is cancelled leaves an incomplete body.
    const body = await text(request).catch(() => '');
    const { method = '', url = '', headers } = request;
    const count = received.push({ method, url, headers, body });
    handler({ method, url, headers, body }, response, count);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  stops.push(stop);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, stop, baseUrl, client: createClient({ baseUrl, ...options }) };
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const problem = (response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}) =>
  json(
    response,
    status,
    { type: 'about:blank', title: 'X', status, code, message: 'Sorry.', requestId: 'r1' },
    headers,
  );
const keyOf = ({ headers }: Received) => headers['idempotency-key'];

const ORDER = { id: 'a', total: 5 };
const orders: Handler = (_, response) => json(response, 200, ORDER);

describe('a call', () => {
  test('sends parameters, query, token and headers', async () => {
    const { client, received } = await aServer((_, response) => json(response, 200, []), {
      token: async () => 'secret',
      headers: { 'x-common': '1' },
    });
    await client.call(listOrders, { query: { q: 'a&b', size: ['S', 'M'] }, headers: { 'x-own': '2' } });
    await client.call(getOrder, { params: { id: 'a/b?c' } });
    expect(received.map(({ url }) => url)).toEqual(['/api/orders?q=a%26b&size=S&size=M', '/api/orders/a%2Fb%3Fc']);
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-common': '1', 'x-own': '2' });
  });

  test.each(['', '.', '..'])('rejects the parameter "%s", which would be the path of another operation', async (id) => {
    const { client, received } = await aServer(orders);
    await expect(client.call(getOrder, { params: { id } })).rejects.toThrow('parameter id');
    expect(received).toEqual([]);
  });

  test('returns value and types, and a problem with its codes', async () => {
    const { client } = await aServer((_, response, count) =>
      count === 1 ? json(response, 200, ORDER) : problem(response, 404, 'order_not_found'),
    );
    const found = await client.call(getOrder, { params: { id: 'a' } });
    expect(found).toMatchObject({ ok: true, value: ORDER });
    if (found.ok) expectTypeOf(found.value).toEqualTypeOf<Order>();
    const missing = await client.call(getOrder, { params: { id: 'b' } });
    expect(missing).toMatchObject({ ok: false, problem: { code: 'order_not_found', requestId: 'r1' } });
    if (!missing.ok)
      expectTypeOf(missing.problem.code).toEqualTypeOf<
        Codes | 'network_error' | 'deadline_exceeded' | 'unexpected_response'
      >();
  });

  test('throws the problem when reading', async () => {
    const { client } = await aServer((_, response) => problem(response, 404, 'order_not_found'));
    const error = await client.read(getOrder, { params: { id: 'a' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ message: 'order_not_found (404): Sorry.', problem: { status: 404 } });
  });

  test('reports the page of a proxy as an unexpected response', async () => {
    const { client } = await aServer((_, response, count) => {
      response.writeHead(count === 1 ? 200 : 403, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
    });
    for (const status of [200, 403])
      expect(await client.call(getOrder, { params: { id: 'a' } })).toMatchObject({
        problem: { code: 'unexpected_response', status },
      });
  });

  test('never follows the redirect of a write', async () => {
    const { client, received } = await aServer((_, response) => response.writeHead(301, { location: '/x' }).end());
    const result = await client.call(addNote, { body: { text: 'x' } });
    expect(result).toMatchObject({ problem: { code: 'unexpected_response', status: 301 } });
    expect(received).toHaveLength(1);
  });

  test('sends files with their media type and returns files unread', async () => {
    const { client, received } = await aServer((request, response) =>
      request.method === 'POST' ? json(response, 200, ORDER) : response.end('id\n1\n'),
    );
    await client.call(importOrders, { body: new Blob(['a,b']) });
    expect(received[0]).toMatchObject({ body: 'a,b', headers: { 'content-type': 'text/csv' } });
    await client.call(importOrders, { body: new Blob(['c,d']).stream() });
    expect(received[1]).toMatchObject({ body: 'c,d', headers: { 'content-type': 'text/csv' } });
    const file = await client.read(exportOrders);
    expect(received[2]?.headers.accept).toBe('text/csv');
    expect(await file.text()).toBe('id\n1\n');
  });
});

describe('idempotency keys', () => {
  test('are made for each call that takes one, and are the same in its retries', async () => {
    const { client, received } = await aServer((_, response, count) =>
      count === 1 ? problem(response, 503, 'unavailable', { 'retry-after': '0' }) : json(response, 200, ORDER),
    );
    await client.call(createOrder, { body: { total: 5 } });
    await client.call(createOrder, { body: { total: 5 } });
    const [first, retry, second] = received.map(keyOf);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(retry).toBe(first);
    expect(second).not.toBe(first);
  });

  test('are those of the caller', async () => {
    const { client, received } = await aServer(orders);
    await client.call(createOrder, { body: { total: 5 }, key: 'mine' });
    await client.call(addNote, { body: { text: 'x' } });
    expect(received.map(keyOf)).toEqual(['mine', undefined]);
  });
});

describe('retries', () => {
  const later = { 'retry-after': '0' };

  test.each([502, 503, 504])('repeat a read after %s', async (status) => {
    const { client, received } = await aServer((_, response, count) =>
      count <= 2 ? problem(response, status, 'unavailable', later) : json(response, 200, ORDER),
    );
    expect(await client.read(getOrder, { params: { id: 'a' } })).toEqual(ORDER);
    expect(received).toHaveLength(3);
  });

  test('repeat a read and a write with a key after a lost connection, and no other write', async () => {
    const lost: Handler = (_, response, count) =>
      count === 1 ? response.socket?.destroy() : json(response, 200, ORDER);
    const read = await aServer(lost);
    expect(await read.client.read(getOrder, { params: { id: 'a' } })).toEqual(ORDER);
    const keyed = await aServer(lost);
    expect(await keyed.client.read(createOrder, { body: { total: 5 } })).toEqual(ORDER);
    const write = await aServer(lost);
    const result = await write.client.call(addNote, { body: { text: 'x' } });
    expect(result).toMatchObject({ ok: false, problem: { code: 'network_error', status: 0 } });
    expect(write.received).toHaveLength(1);
  });

  test('repeat no write without a key after 503', async () => {
    const { client, received } = await aServer((_, response) => problem(response, 503, 'unavailable', later));
    expect(await client.call(addNote, { body: { text: 'x' } })).toMatchObject({ problem: { code: 'unavailable' } });
    expect(received).toHaveLength(1);
  });

  test('repeat any request after 429 with `Retry-After`, which was rejected before any work', async () => {
    const { client, received } = await aServer((_, response, count) =>
      count === 1 ? problem(response, 429, 'too_many_requests', later) : response.writeHead(204).end(),
    );
    expect(await client.call(addNote, { body: { text: 'x' } })).toMatchObject({ ok: true, value: undefined });
    expect(received).toHaveLength(2);
  });

  test('repeat a write whose key is in use, and no other conflict', async () => {
    const { client, received } = await aServer((_, response, count) =>
      problem(response, 409, 'in_progress', count === 1 ? later : {}),
    );
    expect(await client.call(createOrder, { body: { total: 5 } })).toMatchObject({ problem: { code: 'in_progress' } });
    expect(received).toHaveLength(2);
  });

  test('wait as long as `Retry-After` says', async () => {
    const times: number[] = [];
    const { client } = await aServer((_, response, count) => {
      times.push(performance.now());
      if (count === 1) problem(response, 503, 'unavailable', { 'retry-after': '1' });
      else json(response, 200, ORDER);
    });
    await client.read(getOrder, { params: { id: 'a' } });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
  });

  test('return the problem at once when the wait would end after the deadline', async () => {
    const { client, received } = await aServer((_, response) =>
      problem(response, 429, 'too_many_requests', { 'retry-after': '3600' }),
    );
    expect(await client.call(getOrder, { params: { id: 'a' } })).toMatchObject({
      problem: { code: 'too_many_requests' },
    });
    expect(received).toHaveLength(1);
  });

  test('end after as many as allowed', async () => {
    const { client, received } = await aServer((_, response) => problem(response, 503, 'unavailable', later), {
      retries: 2,
    });
    expect(await client.call(getOrder, { params: { id: 'a' } })).toMatchObject({ problem: { status: 503 } });
    expect(received).toHaveLength(3);
  });

  test('never repeat a stream', async () => {
    const { client, received } = await aServer((_, response) => problem(response, 503, 'unavailable', later));
    expect(await client.call(importOrders, { body: new Blob(['a']).stream() })).toMatchObject({ ok: false });
    expect(received).toHaveLength(1);
  });
});

describe('deadline and cancellation', () => {
  test('a call that gets no response ends at its deadline, after a second attempt', async () => {
    const { client, received } = await aServer(() => {}, { deadlineMs: 1_000, retries: 1 });
    const result = await client.call(getOrder, { params: { id: 'a' } });
    expect(result).toMatchObject({ ok: false, problem: { code: 'deadline_exceeded', status: 0 } });
    expect(received).toHaveLength(2);
  });

  test('a body that stalls counts too', async () => {
    const { client } = await aServer(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
      },
      { retries: 0 },
    );
    const result = await client.call(getOrder, { params: { id: 'a' }, deadlineMs: 200 });
    expect(result).toMatchObject({ problem: { code: 'deadline_exceeded' } });
  });

  test('an aborted signal throws its reason, during a request and during a wait', async () => {
    const stalled = await aServer(() => {});
    const during = new AbortController();
    const request = stalled.client.call(getOrder, { params: { id: 'a' }, signal: during.signal });
    await expect.poll(() => stalled.received.length).toBe(1);
    during.abort(new Error('closed'));
    await expect(request).rejects.toThrow('closed');
    expect(stalled.received).toHaveLength(1);

    const waiting = await aServer((_, response) => problem(response, 503, 'unavailable', { 'retry-after': '20' }));
    const reason = new Error('no longer wanted');
    const controller = new AbortController();
    const call = waiting.client.call(getOrder, { params: { id: 'a' }, signal: controller.signal });
    await expect.poll(() => waiting.received.length).toBe(1);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  test('a signal that is aborted already sends nothing', async () => {
    const { client, received } = await aServer(orders);
    const signal = AbortSignal.abort(new Error('before'));
    await expect(client.call(getOrder, { params: { id: 'a' }, signal })).rejects.toThrow('before');
    expect(received).toEqual([]);
  });
});

describe('lists in pages', () => {
  const PAGES = [[1, 2], [3, 4], [5]].map((page) => page.map((id) => ({ id: `${id}`, total: id })));
  const pages: Handler = ({ url }, response) => {
    const after = Number(new URL(url, 'http://x').searchParams.get('after') ?? 0);
    const next = `<http://elsewhere.example/api/orders?q=x&after=${after + 1}>; rel="next"`;
    const link: Record<string, string> = after < 2 ? { link: next } : {};
    json(response, 200, PAGES[after], { ...link, 'x-total-count': '2000+' });
  };

  test('give all rows, a page at a time', async () => {
    const { client, received } = await aServer(pages);
    const ids: string[] = [];
    for await (const order of client.rows(listOrders, { query: { q: 'x' } })) ids.push(order.id);
    expect(ids).toEqual(['1', '2', '3', '4', '5']);
    expect(received.map(({ url }) => url)).toEqual([
      '/api/orders?q=x',
      '/api/orders?q=x&after=1',
      '/api/orders?q=x&after=2',
    ]);
  });

  test('request no page that is not read', async () => {
    const { client, received } = await aServer(pages);
    for await (const order of client.rows(listOrders)) if (order.id === '2') break;
    expect(received).toHaveLength(1);
  });

  test('go on after a page, never at another host', async () => {
    const { client, received } = await aServer(pages, { token: 'secret' });
    const [first] = await Array.fromAsync(client.pages(listOrders));
    expect(first).toMatchObject({ next: 'q=x&after=1', total: { count: 2000, isCapped: true } });
    const rest = await Array.fromAsync(client.rows(listOrders, { next: first?.next ?? '' }));
    expect(rest.map(({ id }) => id)).toEqual(['3', '4', '5']);
    expect(received).toHaveLength(5);
  });

  test('throw the problem of a page', async () => {
    const { client } = await aServer((request, response, count) =>
      count === 1 ? pages(request, response, count) : problem(response, 404, 'order_not_found'),
    );
    await expect(Array.fromAsync(client.rows(listOrders))).rejects.toThrow('order_not_found');
  });
});

test('hooks see each attempt and may add headers', async () => {
  const responses: ReceivedResponse[] = [];
  const { client, received } = await aServer(
    (_, response, count) => (count === 1 ? response.socket?.destroy() : json(response, 200, ORDER)),
    {
      onRequest: ({ headers, attempt }) => headers.set('traceparent', `00-${attempt}`),
      onResponse: (response) => responses.push(response),
    },
  );
  await client.read(getOrder, { params: { id: 'a' } });
  expect(received.map(({ headers }) => headers.traceparent)).toEqual(['00-1', '00-2']);
  expect(responses).toMatchObject([
    { route: 'GET /orders/:id', attempt: 1, status: undefined, error: expect.any(Error) },
    { route: 'GET /orders/:id', attempt: 2, status: 200, error: undefined },
  ]);
});
