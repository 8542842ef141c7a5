import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { fingerprintWithoutCounts } from '#test/fingerprint.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { operationsOf, urlOf } from '#test/requests/operations.ts';
import { createTestStore } from '#test/test-store.ts';

const KIB = 1_024;

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { app, sql, config } = shop;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = new URL(app.listeningOrigin);
  const ada = await shop.aShopper();
  const grace = await shop.anAdmin();
  const operations = operationsOf(app);
  // Both check a secret before they parse the body.
  const withSecret = ['/api/payment/webhook', '/api/inbound-mail'];
  const withBody = operations.filter(({ body, path }) => body && !withSecret.includes(path));

  /** Raw bytes, as an HTTP client would correct or reject the request. */
  async function sendRaw(head: string[], body: string | string[] = '') {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    let response = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      response += chunk;
    });
    // The server closes the connection of an early rejected request, which fails later writes.
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    for (const part of [body].flat()) {
      if (response || socket.destroyed) break;
      if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
    }
    socket.end();
    await closed;
    return { status: Number(response.split(' ')[1] ?? 0), response };
  }
  const send = (
    call: { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string },
    payload: Buffer | string,
    headers: Record<string, string> = {},
  ) =>
    app.inject({
      ...call,
      payload,
      headers: { ...grace.headers, origin: config.publicOrigin, 'content-type': 'application/json', ...headers },
    });
  const callsWithBody = withBody.map((operation) => ({
    method: operation.method as 'POST',
    url: urlOf(operation, {}),
  }));

  test.each([
    ['a tab and text after its type', { 'content-type': 'application/json\ta' }],
    ['a space before its type', { 'content-type': ' application/json' }],
    ['two types', { 'content-type': 'application/json, text/plain' }],
    ['the type text/plain', { 'content-type': 'text/plain' }],
    ['a form type', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a vendor type', { 'content-type': 'application/vnd.shop+json' }],
    ['UTF-16 as its encoding', { 'content-type': 'application/json; charset=utf-16' }],
  ])('A24 JSON with %s is rejected by type or by schema, in every operation', async (_how, type) => {
    const before = await fingerprintWithoutCounts(sql);
    const unknown = JSON.stringify({ 'no-such-field': 1 });

    for (const call of callsWithBody) {
      const { statusCode } = await send(call, unknown, type);
      expect([call, statusCode]).toEqual([call, expect.toSatisfy((status) => [400, 415, 422].includes(status))]);
    }
    expect(await fingerprintWithoutCounts(sql)).toEqual(before);
  });

  test.each([
    ['an empty body', ''],
    ['a truncated object', '{"quantity":'],
    ['single quotation marks', "{'quantity':1}"],
    ['a trailing comma', '{"quantity":1,}'],
    ['a comment', '{"quantity":1/**/}'],
    ['NaN', '{"quantity":NaN}'],
    ['a byte order mark and a truncated object', '\ufeff{'],
    ['a NUL after the object', '{"quantity":1}\0'],
    ['two objects', '{}{}'],
    ['__proto__', '{"__proto__":{"quantity":1}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"quantity":1}}}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('A24 %s is rejected as the body of every operation', async (_what, body) => {
    const before = await fingerprintWithoutCounts(sql);

    for (const call of callsWithBody) {
      const { statusCode } = await send(call, body);
      expect([call, statusCode]).toEqual([call, expect.toSatisfy((status) => [400, 415, 422].includes(status))]);
    }
    expect(await fingerprintWithoutCounts(sql)).toEqual(before);
  });

  test('every operation without a body accepts an empty one with a JSON content type', async () => {
    const bodiless = operations.filter(({ body, method }) => !body && method !== 'GET');
    expect(bodiless.length).toBeGreaterThan(30);

    for (const operation of bodiless) {
      const call = { method: operation.method as 'POST', url: urlOf(operation, {}) };
      // One of them logs out.
      const { statusCode } = await send(call, '', (await shop.anAdmin()).headers);
      expect([call, statusCode]).toEqual([call, expect.toSatisfy((status) => ![400, 401, 415, 500].includes(status))]);
    }
  });

  test('A24 validates the last value of a duplicate key', async () => {
    const { variantId } = await aVariant(shop);
    const add = (body: string) =>
      ada.post('/api/cart/items', body, { 'content-type': 'application/json' }).then(({ statusCode }) => statusCode);

    expect(await add(`{"variantId":"${variantId}","quantity":1,"quantity":-1}`)).toBe(422);
    expect(await add(`{"variantId":"${variantId}","quantity":1,"quantity":1.5}`)).toBe(422);
    expect(await add(`{"variantId":"${variantId}","quantity":-1,"quantity":1}`)).toBe(200);
  });

  test.each(['9007199254740993', '1e400', '-1e400', '18446744073709551616', '0.1e-400'])(
    'A24 rejects the number %s as quantity, price and stock',
    async (number) => {
      const { variantId, productId } = await aVariant(shop);
      const json = { 'content-type': 'application/json' };

      const responses = [
        await ada.post('/api/cart/items', `{"variantId":"${variantId}","quantity":${number}}`, json),
        await grace.post('/api/admin/stock', `{"changes":[{"variantId":"${variantId}","quantity":${number}}]}`, {
          ...json,
          'idempotency-key': `number-${number}`,
        }),
        await grace.put(`/api/products/${productId}`, `{"price":${number}}`, json),
      ];

      expect(responses.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422]);
    },
  );

  test('A24 does not decompress request bodies (zip bomb)', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * KIB * KIB, '['));
    expect(bomb.length).toBeLessThan(64 * KIB);

    for (const encoding of ['gzip', 'deflate', 'br'])
      for (const url of ['/api/cart/items', '/api/support/tickets', '/api/payment/webhook']) {
        const { statusCode } = await send({ method: 'POST', url }, bomb, { 'content-encoding': encoding });
        expect([url, statusCode]).toEqual([url, expect.toSatisfy((status) => [400, 401, 415, 422].includes(status))]);
      }
  });

  test('A24 rejects a 10 MB chunked body after 64 KiB', async () => {
    const chunk = `10000\r\n${'a'.repeat(64 * KIB)}\r\n`;
    const head = [
      'POST /api/support/tickets HTTP/1.1',
      'host: shop',
      'content-type: application/json',
      'transfer-encoding: chunked',
      'connection: close',
    ];

    const { status } = await sendRaw(head, [...Array(160).fill(chunk), '0\r\n\r\n']);

    expect(status).toBe(413);
  });

  test.each([
    ['a content length and chunks', ['content-length: 4', 'transfer-encoding: chunked']],
    ['two content lengths', ['content-length: 4', 'content-length: 40']],
    ['an unknown transfer encoding', ['transfer-encoding: xchunked']],
    ['a transfer encoding on a second line', ['transfer-encoding:', ' chunked']],
    ['a header without a name', [': x']],
    ['a space before the colon', ['content-length : 4']],
  ])('A24 a request with %s gets 400 and its connection is closed', async (_what, headers) => {
    const { status, response } = await sendRaw(
      ['POST /api/support/tickets HTTP/1.1', 'host: shop', 'content-type: application/json', ...headers],
      '{}\r\nGET /api/user/me HTTP/1.1\r\nhost: shop\r\n\r\n',
    );

    expect(status).toBe(400);
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  const deep = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

  test.each([
    ['arrays 10,000 deep', deep(10_000, '[', ']')],
    ['objects 8,000 deep', deep(8_000, '{"a":', '}')],
    ['1,000 unknown fields', JSON.stringify(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`f${i}`, i])))],
    ['a 60 kB string instead of an object', JSON.stringify('a'.repeat(60 * KIB))],
    ['an array of 10,000 objects', JSON.stringify(Array.from({ length: 10_000 }, () => ({})))],
  ])('A25 rejected by every operation before any write: %s', async (_what, body) => {
    const before = await fingerprintWithoutCounts(sql);

    for (const call of callsWithBody) {
      const { statusCode } = await send(call, body, { 'idempotency-key': 'deep' });
      expect([call, statusCode]).toEqual([call, expect.toSatisfy((status) => [400, 413, 422].includes(status))]);
    }
    expect(await fingerprintWithoutCounts(sql)).toEqual(before);
  });

  test('A25 the response to thousands of validation errors is short, and lists the first of them', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, 1]));

    const responses = [
      await ada.post('/api/cart/items', unknown),
      await grace.post('/api/admin/order-batches', { orderIds: Array(5_000).fill('x') }, { 'idempotency-key': 'many' }),
      await ada.post('/api/cart/items', { ['x'.repeat(60_000)]: 1 }),
    ];

    for (const response of responses) {
      expect([response.statusCode, response.body.length < 8 * KIB]).toEqual([422, true]);
      expect(response.json().errors.length).toBeGreaterThan(0);
    }
  });

  test.each([
    ['a page size of a million', { limit: '1000000' }],
    ['a page size of 0', { limit: '0' }],
    ['a page size of 1e309', { limit: '1e309' }],
    ['an offset of a billion', { offset: '1000000000' }],
    ['a search of 10 kB', { q: 'a '.repeat(5 * KIB) }],
    ['a category of 10 kB', { category: 'a'.repeat(10 * KIB) }],
    ['a cursor of 10 kB', { cursor: 'a'.repeat(10 * KIB), after: 'a'.repeat(10 * KIB) }],
  ])('A25 %s is rejected by every list that has the parameter', async (_what, query: Record<string, string>) => {
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const named = operation.parameters.filter(({ name }) => Object.hasOwn(query, name)).map(({ name }) => name);
      const given = Object.fromEntries(Object.entries(query).filter(([name]) => named.includes(name)));
      if (named.length === 0) continue;

      const { statusCode, body } = await grace.get(urlOf(operation, { query: given }));

      const call = `${operation.path}?${named}`;
      expect([call, statusCode, body.length < 4 * KIB]).toEqual([
        call,
        expect.toSatisfy((status) => [400, 404, 422].includes(status)),
        true,
      ]);
    }
    // Lists use keyset pagination: no operation has an offset.
    expect(operations.flatMap(({ parameters }) => parameters).filter(({ name }) => name === 'offset')).toEqual([]);
  });

  test('A25 rejects 1,000 filters', async () => {
    const filters = (name: string) => Array.from({ length: 1_000 }, (_, i) => `${name}=f${i}`).join('&');

    for (const name of ['category', 'brand', 'tags', 'size'])
      for (const path of ['/api/products', '/api/products/facets'])
        expect([name, (await grace.get(`${path}?${filters(name)}`)).statusCode]).toEqual([
          name,
          expect.toSatisfy((status) => [400, 414, 422].includes(status)),
        ]);
  });

  test('A25 rejects 10,000 cart lines in one request, and more than 100 lines in a cart', async () => {
    const eve = await shop.aShopper();
    const line = { variantId: UNKNOWN_ID, quantity: 1 };
    const { statusCode } = await eve.post('/api/cart/items', { items: Array(10_000).fill(line) });
    expect([413, 422]).toContain(statusCode);

    const { variantIds } = await aVariant(shop, { quantities: Array(101).fill(1) });
    const codes = [];
    for (const variantId of variantIds)
      codes.push((await eve.post('/api/cart/items', { variantId, quantity: 1 })).statusCode);
    expect(codes).toEqual([...Array(100).fill(200), 409]);
  });
});
