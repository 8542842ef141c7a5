import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runServer, startWebServer } from '../test/production.ts';
import { startStubApi } from '../test/stub-api.ts';

let api: Awaited<ReturnType<typeof startStubApi>>;
beforeAll(async () => {
  api = await startStubApi();
});
afterAll(() => api.stop());
beforeEach(() => {
  api.requests.length = 0;
});

/** Without the reads of the web server itself. */
const OWN_READS = ['/api/store-settings', '/api/site', '/api/products/categories'];
const forwardedRequests = () => api.requests.filter(({ url }) => !OWN_READS.includes(url ?? ''));

describe('a request forwarded to the API', () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'click-0002' };
  let web: Awaited<ReturnType<typeof startWebServer>>;
  beforeAll(async () => {
    web = await startWebServer(api.url);
  });
  afterAll(() => web.stop());

  test.each(['/api/session', '/'])('has the client IP from the trusted proxy: %s', async (path) => {
    await web.visit(path, { headers });

    expect(forwardedRequests()[0]?.headers).toMatchObject({ ...headers, 'x-forwarded-for': '203.0.113.9, 127.0.0.1' });
  });

  test('is sent once, even when the API is overloaded', async () => {
    expect((await web.visit('/api/overloaded')).status).toBe(503);
    expect(api.requests).toHaveLength(1);
  });

  test('can be for an image', async () => {
    const image = await web.visit('/media/hero-1/960.webp');

    expect(image.headers.get('content-type')).toBe('image/webp');
    expect(image.text).toBe('image');
  });

  test('cannot leave the API paths', async () => {
    expect((await web.visit('/api/..%2fmetrics')).status).toBe(400);
    expect(api.requests).toHaveLength(0);
  });
});

describe('event streams', () => {
  const headers = { accept: 'text/event-stream', 'accept-encoding': 'br, gzip' };
  const listen = async (url: string) => {
    const response = await fetch(`${url}/api/notifications/stream`, { headers });
    return { response, reader: response.body?.pipeThrough(new TextDecoderStream()).getReader() };
  };

  test('are forwarded at once, uncompressed, and end with the process', async () => {
    const web = await startWebServer(api.url);
    const { response, reader } = await listen(web.url);

    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await reader?.read()).toMatchObject({ value: 'data: event\n\n' });
    await Promise.all([web.stop(), expect(reader?.read()).rejects.toThrow()]);
  });

  test('of many open pages do not block other requests', async () => {
    const web = await startWebServer(api.url);
    const pages = await Promise.all(Array.from({ length: 300 }, () => listen(web.url)));

    expect(new Set(pages.map(({ response }) => response.status))).toEqual(new Set([200]));
    expect((await web.visit('/api/session')).status).toBe(200);
    await Promise.all([web.stop(), ...pages.map(({ reader }) => reader?.cancel())]);
  });
});

describe('the web server process', () => {
  test('ignores forwarded headers of an untrusted client', async () => {
    const web = await startWebServer(api.url, { TRUSTED_PROXIES: '192.0.2.1' });

    for (const path of ['/api/session', '/']) await web.visit(path, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await web.stop();

    expect(new Set(forwardedRequests().map(({ headers }) => headers['x-forwarded-for']))).toEqual(
      new Set(['127.0.0.1']),
    );
  });

  test('becomes not ready before it stops, still serves requests, and exits with code 0', async () => {
    const web = await startWebServer(api.url, { DRAIN_SECONDS: '1' });
    const statusOf = async (path: string) => (await web.visit(path)).status;
    expect(await statusOf('/health/ready')).toBe(200);

    web.requestShutdown();

    await expect.poll(() => statusOf('/health/ready')).toBe(503);
    expect(await statusOf('/')).toBe(200);
    expect(await web.ended).toEqual([0, null]);
  });

  test('logs request URLs, but not the tokens of emailed links', async () => {
    const web = await startWebServer(api.url);

    for (const path of ['/reset-password?token=secret-1', '/confirm-email.data?a=1&token=secret-2&b=2'])
      await web.visit(path);
    await web.stop();

    expect(web.output.text).toContain('"/reset-password?token=[Redacted]"');
    expect(web.output.text).toContain('"/confirm-email.data?a=1&token=[Redacted]&b=2"');
    expect(web.output.text).not.toContain('secret-');
  });

  test('names invalid settings and does not start', async () => {
    const { output, ended } = runServer({ WEB_PORT: 'three thousand', TRUSTED_PROXIES: 'anyone' });

    expect(await ended).toEqual([1, null]);
    expect(output.text).toContain('WEB_PORT must be a whole number.');
    expect(output.text).toContain('TRUSTED_PROXIES must be addresses or CIDR blocks, comma-separated.');
  });
});
