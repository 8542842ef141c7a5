import { endSpan, isTracing, type Span, SpanKind, startChildSpan, traceparentOf } from '@shop/telemetry/tracing';
import { z } from 'zod';

type Interceptors<T> = {
  use(fulfilled: ((value: T) => T) | undefined, rejected?: (error: Error) => never): unknown;
};
type ProviderRequest = { method?: string; url?: string; headers: { set(name: string, value: string): unknown } };

/** The part of the SDK's HTTP client (axios) that is needed here. */
export type TracedHttp = {
  interceptors: {
    request: Interceptors<ProviderRequest>;
    response: Interceptors<{ status: number; config: ProviderRequest }>;
  };
};

const Failed = z.object({
  config: z.custom<ProviderRequest>((config) => typeof config === 'object' && config !== null),
  response: z.object({ status: z.number() }).optional(),
});

/** A span for each call of the provider, which gets the trace as `traceparent`. */
export function traceProviderCalls({ interceptors }: TracedHttp) {
  if (!isTracing()) return;
  const spans = new WeakMap<ProviderRequest, Span>();
  interceptors.request.use((request) => {
    const method = (request.method ?? 'get').toUpperCase();
    const route = routeOf(request.url ?? '');
    const attributes = { 'http.request.method': method, 'url.template': route, 'peer.service': 'payment-provider' };
    const span = startChildSpan(`${method} ${route}`, { kind: SpanKind.CLIENT, attributes });
    if (span) {
      spans.set(request, span);
      request.headers.set('traceparent', traceparentOf(span));
    }
    return request;
  });

  const end = (request: ProviderRequest | undefined, status: number | undefined, error?: Error) => {
    const span = request && spans.get(request);
    if (!span) return;
    if (status) span.setAttribute('http.response.status_code', status);
    endSpan(span, error);
  };
  interceptors.response.use(
    (response) => {
      end(response.config, response.status);
      return response;
    },
    (error) => {
      const failed = Failed.safeParse(error).data;
      end(failed?.config, failed?.response?.status, error);
      throw error;
    },
  );
}

/** Without ids (`pay_…`, `order_…`) and parameters. */
export const routeOf = (url: string) => url.replace(/\?.*/s, '').replace(/\/[a-z]+_[^/]+/gi, '/{id}');
