import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';

const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })),
      }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
            }),
          ),
        }),
      ),
    }),
  ),
});

type ReceivedSpan = { service: string; name: string; traceId: string; spanId: string; parentSpanId: string };

/** An OTLP receiver (HTTP, JSON) that keeps all spans in memory. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ service, ...span })));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  /** Names of all spans from the root of the trace to this one, with their services. */
  function pathOf(last: ReceivedSpan) {
    const path: string[] = [];
    for (let span: ReceivedSpan | undefined = last; span; span = parentOf(span))
      path.unshift(`${span.service}: ${span.name}`);
    return path;
  }
  const parentOf = ({ traceId, parentSpanId }: ReceivedSpan) =>
    spans.find((span) => span.traceId === traceId && span.spanId === parentSpanId);
  return { endpoint: `http://127.0.0.1:${port}`, spans, pathOf, stop: () => server.close() };
}
