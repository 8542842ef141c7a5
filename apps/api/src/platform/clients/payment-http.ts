import { z } from 'zod';
import { type TracedHttp, traceProviderCalls } from '#platform/provider-spans.ts';
import { currentContext } from '#platform/request-context.ts';

type Headers = { set(name: string, value: string): unknown };
type Http = TracedHttp & {
  defaults: { baseURL?: string; timeout?: number };
  post(path: string, body: object, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
};
const WithHttp = z.object({ rq: z.custom<Http>((rq) => typeof rq === 'function') });

type Settings = {
  url: string;
  timeoutMs: number;
  /** Called for each 429, with the seconds of its `Retry-After` if it has one. */
  onRateLimit: (retryAfterSeconds: number | undefined) => void;
};

/** The HTTP client of the SDK, which hard-codes the live URL, has no timeout, and fails on an error without a response. */
export function configureHttp(api: unknown, { url, timeoutMs, onRateLimit }: Settings) {
  const { rq: http } = WithHttp.parse(api);
  http.defaults.baseURL = url;
  http.defaults.timeout = timeoutMs;
  http.interceptors.request.use(addRequestId);
  http.interceptors.response.use(undefined, (error: Error) => {
    const limited = RateLimited.safeParse(error).data;
    if (limited) onRateLimit(limited.response.headers['retry-after']);
    return ensureResponse(error);
  });
  traceProviderCalls(http);
  return http;
}

const RateLimited = z.object({
  response: z.object({
    status: z.literal(429),
    // The SDK hides headers. A date, or anything else, counts as none.
    headers: z.looseObject({ 'retry-after': z.coerce.number().positive().optional().catch(undefined) }),
  }),
});

/** Of the request, or of the job, on whose behalf the provider is called. */
function addRequestId<T extends { headers: Headers }>(request: T) {
  const context = currentContext();
  if (context?.requestId) request.headers.set('x-request-id', context.requestId);
  return request;
}

/** The SDK reads `response.status` of every error, also of one without a response. */
function ensureResponse(error: Error): never {
  if ('response' in error && error.response) throw error;
  const description = error.message || ('code' in error ? String(error.code) : '');
  throw Object.assign(error, { response: { status: 0, data: { error: { description } } } });
}

const Unsuccessful = z.object({ response: z.object({ status: z.number(), data: z.object({ error: z.unknown() }) }) });

/** The SDK cannot send custom headers, so one request bypasses it and throws the same errors. */
export function throwLikeSdk(error: unknown): never {
  const { response } = Unsuccessful.safeParse(error).data ?? {};
  throw response ? { statusCode: response.status, error: response.data.error } : error;
}
