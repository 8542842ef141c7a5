import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer } from '../test/http-server.ts';
import { startWebServer } from '../test/production.ts';

const KIB = 1_024;
const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));

let api: Awaited<ReturnType<typeof startHttpServer>>;
let web: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  api = await startHttpServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url === '/api/tiny') response.setHeader('content-length', 1_000).end(text(1_000));
    else if (url === '/api/small') response.setHeader('content-length', 100 * KIB).end(text(100 * KIB));
    else if (url === '/api/large') response.setHeader('content-length', 300 * KIB).end(text(300 * KIB));
    else if (url === '/api/packed') response.setHeader('content-encoding', 'gzip').end(gzipSync(text(300 * KIB)));
    else {
      // Two writes, so no content length.
      response.write(text(KIB));
      response.end();
    }
  });
  web = await startWebServer(api.url);
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

describe('an API response', () => {
  test.each([
    ['of 1,000 bytes is forwarded unchanged', '/api/tiny', null, 1_000],
    ['of 100 KiB is compressed by the web server', '/api/small', 'br', 100 * KIB],
    ['of 300 KiB is forwarded unchanged', '/api/large', null, 300 * KIB],
    ['that is already compressed is forwarded unchanged', '/api/packed', 'gzip', 300 * KIB],
    ['of unknown length is forwarded unchanged', '/api/streamed', null, KIB],
  ])('%s', async (_what, path, encoding, length) => {
    const { headers, text: body } = await web.visit(path, { headers: { 'accept-encoding': 'gzip, br' } });

    expect(headers.get('content-encoding')).toBe(encoding);
    expect(body).toHaveLength(length);
  });
});
