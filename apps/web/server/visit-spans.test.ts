import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startHttpServer } from '../test/http-server.ts';
import { startWebServer } from '../test/production.ts';

const FORGED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;

type Api = { url: string; stop: () => Promise<void> };
let api: Api;
let requests: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  api = await startHttpServer((request, response) => {
    requests.push(request.headers);
    response.writeHead(503, { 'content-type': 'application/problem+json' }).end('{}');
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  requests = [];
});

const visit = async (env: Record<string, string>) => {
  const web = await startWebServer(api.url, env);
  try {
    await web.visit('/api/products', { headers: { traceparent: FORGED, tracestate: 'a=b', baggage: 'c=d' } });
    await web.visit('/login', { headers: { traceparent: FORGED } });
  } finally {
    await web.stop();
  }
  return web.output.text;
};

test('without an endpoint the trace context of a browser is not forwarded', async () => {
  await visit({});

  expect(requests.length).toBeGreaterThan(0);
  for (const name of ['traceparent', 'tracestate', 'baggage'])
    expect(requests.filter((headers) => name in headers)).toEqual([]);
});

test('with an unreachable endpoint requests are served, forwarded with a new trace, and logged with its id', async () => {
  const output = await visit({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });

  const [forwarded] = requests;
  expect(forwarded?.traceparent).toMatch(TRACEPARENT);
  expect(requests.map(({ traceparent }) => traceparent)).not.toContain(FORGED);
  expect(requests.filter((headers) => 'tracestate' in headers || 'baggage' in headers)).toEqual([]);
  expect(output).toContain(`"traceId":"${forwarded?.traceparent?.toString().split('-')[1]}"`);
});
