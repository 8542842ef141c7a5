import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { aVariant } from './cart.ts';
import { fingerprintWithoutCounts } from './fingerprint.ts';
import { operationsOf, urlOf } from './operations.ts';
import { redisModesIfRequested } from './redis-modes.ts';
import { createTestStore } from './test-store.ts';

const KIB = 1_024;

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { app, sql, config } = shop;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = new URL(app.listeningOrigin);
  const ada = await shop.aShopper();
  const grace = await shop.anAdmin();
  const operations = operationsOf(app);
  const withBody = operations.filter(({ body }) => body);

  /** As bytes, so that nothing on this side makes a request better than it is. */
  async function sendRaw(head: string[], body: string | string[] = '') {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    let response = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      response += chunk;
    });
    // Whoever is refused early is not listened to any longer.
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    for (const part of [body].flat()) {
      if (response || socket.destroyed) break;
      if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
    }
    socket.end();
    await closed;
    return { status: Number(response.split(' ')[1] ?? 0), answer: response };
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
    ['a tab and more after its type', { 'content-type': 'application/json\ta' }],
    ['a space before its type', { 'content-type': ' application/json' }],
    ['two types', { 'content-type': 'application/json, text/plain' }],
    ['the type text/plain', { 'content-type': 'text/plain' }],
    ['the type of a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a type of its own', { 'content-type': 'application/vnd.shop+json' }],
    ['UTF-16 as its encoding', { 'content-type': 'application/json; charset=utf-16' }],
  ])('A24 JSON with %s is either not understood or held against the schema, by every operation', async (_how, type) => {
    const before = await fingerprintWithoutCounts(sql);
    const unknown = JSON.stringify({ 'no-such-field': 1 });

    for (const call of callsWithBody) {
      const { statusCode } = await send(call, unknown, type);
      expect([call, statusCode]).toEqual([call, expect.toSatisfy((status) => [400, 415, 422].includes(status))]);
    }
    expect(await fingerprintWithoutCounts(sql)).toEqual(before);
  });

  test.each([
    ['nothing', ''],
    ['half of an object', '{"quantity":'],
    ['single quotation marks', "{'quantity':1}"],
    ['a comma too many', '{"quantity":1,}'],
    ['a comment', '{"quantity":1/**/}'],
    ['NaN', '{"quantity":NaN}'],
    ['a byte order mark and half an object', '\ufeff{'],
    ['a NUL after the object', '{"quantity":1}\0'],
    ['two objects', '{}{}'],
    ['__proto__', '{"__proto__":{"quantity":1}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"quantity":1}}}'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('A24 %s is no body of any operation', async (_what, body) => {
    const before = await fingerprintWithoutCounts(sql);

    for (const call of callsWithBody) {
      const { statusCode } = await send(call, body);
      expect([call, statusCode]).toEqual([call, expect.toSatisfy((status) => [400, 415, 422].includes(status))]);
    }
    expect(await fingerprintWithoutCounts(sql)).toEqual(before);
  });

  test('A24 of a key that comes twice the last one is held against the schema', async () => {
    const { variantId } = await aVariant(shop);
    const add = (body: string) =>
      ada.post('/api/cart/items', body, { 'content-type': 'application/json' }).then(({ statusCode }) => statusCode);

    expect(await add(`{"variantId":"${variantId}","quantity":1,"quantity":-1}`)).toBe(422);
    expect(await add(`{"variantId":"${variantId}","quantity":1,"quantity":1.5}`)).toBe(422);
    expect(await add(`{"variantId":"${variantId}","quantity":-1,"quantity":1}`)).toBe(200);
  });

  test.each(['9007199254740993', '1e400', '-1e400', '18446744073709551616', '0.1e-400'])(
    'A24 the number %s is no quantity, no price and no stock',
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

  test('A24 a compressed body is not unpacked, however small it is', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * KIB * KIB, '['));
    expect(bomb.length).toBeLessThan(64 * KIB);

    for (const encoding of ['gzip', 'deflate', 'br'])
      for (const url of ['/api/cart/items', '/api/support/tickets', '/api/payment/webhook']) {
        const { statusCode } = await send({ method: 'POST', url }, bomb, { 'content-encoding': encoding });
        expect([url, statusCode]).toEqual([url, expect.toSatisfy((status) => [400, 401, 415, 422].includes(status))]);
      }
  });

  test('A24 10 MB in chunks are refused after 64 KiB', async () => {
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
    ['a length and chunks', ['content-length: 4', 'transfer-encoding: chunked']],
    ['two lengths', ['content-length: 4', 'content-length: 40']],
    ['an encoding nobody knows', ['transfer-encoding: xchunked']],
    ['an encoding on a second line', ['transfer-encoding:', ' chunked']],
    ['a header without a name', [': x']],
    ['a space before the colon', ['content-length : 4']],
  ])('A24 a request with %s is answered 400 and its connection closed', async (_what, headers) => {
    const { status, answer: response } = await sendRaw(
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
    ['a text of 60 kB in place of an object', JSON.stringify('a'.repeat(60 * KIB))],
    ['an array of 10,000 objects', JSON.stringify(Array.from({ length: 10_000 }, () => ({})))],
  ])('A25 %s are refused by every operation, before any of its work', async (_what, body) => {
    const before = await fingerprintWithoutCounts(sql);

    for (const call of callsWithBody) {
      const { statusCode } = await send(call, body, { 'idempotency-key': 'deep' });
      expect([call, statusCode]).toEqual([call, expect.toSatisfy((status) => [400, 413, 422].includes(status))]);
    }
    expect(await fingerprintWithoutCounts(sql)).toEqual(before);
  });

  test('A25 the refusal of a request with thousands of mistakes is short, and names the first of them', async () => {
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
    ['a page of a million', { limit: '1000000' }],
    ['a page of none', { limit: '0' }],
    ['a page of 1e309', { limit: '1e309' }],
    ['a start at a thousand million', { offset: '1000000000' }],
    ['a search of 10 kB', { q: 'a '.repeat(5 * KIB) }],
    ['a category of 10 kB', { category: 'a'.repeat(10 * KIB) }],
    ['a cursor of 10 kB', { cursor: 'a'.repeat(10 * KIB), after: 'a'.repeat(10 * KIB) }],
  ])('A25 %s is refused by every list, or not looked at', async (_what, query: Record<string, string>) => {
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
    // There is no paging by a number of rows to skip: what is not known is not a request.
    expect(operations.flatMap(({ parameters }) => parameters).filter(({ name }) => name === 'offset')).toEqual([]);
  });

  test('A25 1,000 filters are refused', async () => {
    const filters = (name: string) => Array.from({ length: 1_000 }, (_, i) => `${name}=f${i}`).join('&');

    for (const name of ['category', 'brand', 'tags', 'size'])
      for (const path of ['/api/products', '/api/products/facets'])
        expect([name, (await grace.get(`${path}?${filters(name)}`)).statusCode]).toEqual([
          name,
          expect.toSatisfy((status) => [400, 414, 422].includes(status)),
        ]);
  });

  test('A25 10,000 cart lines are not taken, in one request or in many', async () => {
    const eve = await shop.aShopper();
    const line = { variantId: '01890000-0000-7000-8000-000000000000', quantity: 1 };
    const { statusCode } = await eve.post('/api/cart/items', { items: Array(10_000).fill(line) });
    expect([413, 422]).toContain(statusCode);

    const { variantIds } = await aVariant(shop, { quantities: Array(101).fill(1) });
    const codes = [];
    for (const variantId of variantIds)
      codes.push((await eve.post('/api/cart/items', { variantId, quantity: 1 })).statusCode);
    expect(codes).toEqual([...Array(100).fill(200), 409]);
  });
});
