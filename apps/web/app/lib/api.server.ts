import { SEARCH_HEADER } from '@shop/contracts/catalog/constants';
import { SEARCH_BUSY } from '@shop/contracts/common/constants';
import { problemMessages } from '@shop/contracts/common/messages';
import { Problem } from '@shop/contracts/common/problem';
import { data } from 'react-router';
import type { z } from 'zod';
import { config } from './config.server.ts';
import { keepLastWrite, withLastWrite } from './last-write.server.ts';
import { log } from './log.server.ts';
import { nextCursor, type Page } from './paging.ts';
import { reportUpstreamError, upstreamErrorOf } from './upstream-errors.server.ts';

/** A rejected request is a result, not an exception. */
export type ApiResult<T> = { ok: true; value: T } | { ok: false; problem: Problem };
/** A page of a list with its total, and for a search how the API understood it. */
type CountedPage<T> = Page<T> & { total: string; search?: string };
/** `withCookies` forwards the cookies to the browser. */
export type WriteResult<T> = ApiResult<T> & { cookies: string[] };

/** Uploads depend on the client's bandwidth. */
const UPLOAD_MS = 5 * 60_000;
/** An image is sent from this server, and decoded by the API. */
const IMAGE_MS = 20_000;

type Reply = { status: number; headers: Headers; body: unknown };

/** Headers of the visitor's request that the API needs. */
const FORWARDED = [
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-request-id',
  'traceparent',
];

/**
 * API client on behalf of one visitor; the only place where loaders and actions call fetch. `get` throws for the error
 * boundary; `tryGet`, `tryGetPage` and the writes return a result.
 */
export function apiFor(request: Request, { url = config.apiUrl, deadlineMs = 4_000 } = {}) {
  const headers = new Headers({ accept: 'application/json' });
  for (const name of FORWARDED) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const requestId = headers.get('x-request-id') ?? '';

  async function attempt(
    method: string,
    path: string,
    body: unknown,
    withinMs: number,
    idempotencyKey?: string,
  ): Promise<Reply | undefined> {
    const { signal, end } = timeLimit(request.signal, withinMs);
    try {
      const response = await fetch(`${url}/api${path}`, {
        method,
        signal,
        ...withBody(withIdempotencyKey(method === 'GET' ? withLastWrite(headers) : headers, idempotencyKey), body),
      });
      const text = await response.text();
      if (response.status >= 500) reportUpstreamError('server_error');
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
    } catch (error) {
      request.signal.throwIfAborted();
      reportUpstreamError(upstreamErrorOf(error));
      log.warn({ reason: reasonOf(error), method, path, requestId }, 'no response from the API');
      return undefined;
    } finally {
      end();
    }
  }

  function parseReply<T>(path: string, schema: z.ZodType<T>, reply: Reply | undefined): ApiResult<T> {
    const failure = (status: number, code: string, message: string): ApiResult<T> => ({
      ok: false,
      problem: { type: 'about:blank', title: code, status, code, message, requestId },
    });
    if (!reply) return failure(503, 'unavailable', problemMessages.unavailable);
    if (reply.status >= 400) {
      const problem = Problem.safeParse(reply.body);
      if (problem.success) return { ok: false, problem: problem.data };
      return failure(reply.status, 'unexpected', problemMessages.unexpected);
    }
    const value = schema.safeParse(reply.body);
    if (value.success) return { ok: true, value: value.data };
    reportUpstreamError('contract');
    log.error({ path, requestId, issues: value.error.issues }, 'the API response does not match the contract');
    return failure(502, 'unexpected', problemMessages.unexpected);
  }

  async function read(path: string) {
    const startedAt = performance.now();
    // The first attempt gets half the deadline, so that the one retry can still complete.
    const reply = await attempt('GET', path, undefined, deadlineMs / 2);
    const shouldRetry = !reply || (reply.status >= 500 && Problem.safeParse(reply.body).data?.code !== SEARCH_BUSY);
    return shouldRetry ? attempt('GET', path, undefined, deadlineMs - (performance.now() - startedAt)) : reply;
  }

  async function tryGet<T>(path: string, schema: z.ZodType<T>) {
    return parseReply(path, schema, await read(path));
  }

  async function tryGetPage<T>(path: string, schema: z.ZodType<T[]>): Promise<ApiResult<CountedPage<T>>> {
    const reply = await read(path);
    const result = parseReply(path, schema, reply);
    if (!result.ok) return result;
    const total = reply?.headers.get('x-total-count') ?? '';
    const search = reply?.headers.get(SEARCH_HEADER) ?? undefined;
    return { ok: true, value: { items: result.value, next: nextCursor(reply?.headers), total, search } };
  }

  async function write<T>(
    method: string,
    path: string,
    schema: z.ZodType<T>,
    body?: unknown,
    idempotencyKey?: string,
    withinMs = deadlineMs,
  ): Promise<WriteResult<T>> {
    const reply = await attempt(method, path, body, withinMs, idempotencyKey);
    const cookies = reply?.headers.getSetCookie() ?? [];
    keepLastWrite(cookies);
    return { ...parseReply(path, schema, reply), cookies };
  }

  return {
    tryGet,
    tryGetPage,
    async get<T>(path: string, schema: z.ZodType<T>) {
      const result = await tryGet(path, schema);
      if (result.ok) return result.value;
      throw data(result.problem, { status: result.problem.status });
    },
    /** With an idempotency key, repeated requests take effect once. */
    post: <T>(path: string, schema: z.ZodType<T>, body?: unknown, idempotencyKey?: string) =>
      write('POST', path, schema, body, idempotencyKey),
    /** Streams a CSV file to the API. */
    postCsv: <T>(path: string, schema: z.ZodType<T>, csv: ReadableStream<Uint8Array>, idempotencyKey: string) =>
      write('POST', path, schema, csv, idempotencyKey, UPLOAD_MS),
    /** The image itself is the body. */
    postImage: <T>(path: string, schema: z.ZodType<T>, image: Blob) =>
      write('POST', path, schema, image, undefined, IMAGE_MS),
    put: <T>(path: string, schema: z.ZodType<T>, body?: unknown, idempotencyKey?: string) =>
      write('PUT', path, schema, body, idempotencyKey),
    patch: <T>(path: string, schema: z.ZodType<T>, body?: unknown) => write('PATCH', path, schema, body),
    delete: <T>(path: string, schema: z.ZodType<T>, idempotencyKey?: string) =>
      write('DELETE', path, schema, undefined, idempotencyKey),
  };
}

/**
 * Aborts after a time, or with the visit. A signal of `AbortSignal.timeout` would live until its time is over, with the
 * request that listens to it, and then create an error with a stack for each.
 */
function timeLimit(visit: AbortSignal, milliseconds: number) {
  const controller = new AbortController();
  const abort = () => controller.abort(visit.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('No response in time', 'TimeoutError')),
    Math.max(1, milliseconds),
  );
  visit.addEventListener('abort', abort);
  if (visit.aborted) abort();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      visit.removeEventListener('abort', abort);
    },
  };
}

const reasonOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);

const withIdempotencyKey = (headers: Headers, idempotencyKey: string | undefined) =>
  idempotencyKey === undefined ? headers : new Headers([...headers, ['idempotency-key', idempotencyKey]]);

function withBody(headers: Headers, body: unknown) {
  if (body === undefined) return { headers };
  if (body instanceof ReadableStream)
    return { headers: new Headers([...headers, ['content-type', 'text/csv']]), body, duplex: 'half' as const };
  if (body instanceof Blob) return { headers: new Headers([...headers, ['content-type', body.type]]), body };
  return { headers: new Headers([...headers, ['content-type', 'application/json']]), body: JSON.stringify(body) };
}
