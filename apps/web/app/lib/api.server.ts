import { SEARCH_HEADER } from '@shop/contracts/catalog/constants';
import { SEARCH_BUSY } from '@shop/contracts/common/constants';
import { problemMessages } from '@shop/contracts/common/messages';
import {
  type CommonCode,
  type FieldsOf,
  isPathValue,
  methodOf,
  type Operation,
  type Route,
  urlOf,
} from '@shop/contracts/common/operation';
import type { Parser } from '@shop/contracts/common/parser';
import { Problem } from '@shop/contracts/common/problem';
import { data } from 'react-router';
import { z } from 'zod';
import { config } from './config.server.ts';
import { keepLastWrite, withLastWrite } from './last-write.server.ts';
import { log } from './log.server.ts';
import { nextCursor } from './paging.ts';
import { reportUpstreamError, upstreamErrorOf } from './upstream-errors.server.ts';

/** A rejected request is a result, not an exception. `cookies` of a write are forwarded to the browser. */
export type CallResult<Answer, Code extends string = string> =
  | ({ ok: true; value: Answer; cookies: string[] } & PageInfo)
  | { ok: false; problem: Problem & { code: Code }; cookies: string[] };
/** Of a list: the cursor of the next page, the total, and for a search how the API understood it. */
type PageInfo = { next?: string; total?: string; search?: string };

type Input = { params?: object; query?: object; search?: URLSearchParams; body?: unknown; key?: string };
/** Optional where nothing has to be given. */
type Given<Call> = Record<never, never> extends Call ? [input?: Call] : [input: Call];
type GivenWith<Call, Narrow> = [...Required<Given<Call>>, as: Parser<Narrow>];
type WithoutBody<Call> = { [Name in keyof Call as Exclude<Name, 'body'>]: Call[Name] };

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
 * API client on behalf of one visitor; the only place where loaders and actions call fetch. `read` throws for the error
 * boundary, `call` returns a result. A schema as the last argument takes less of the answer than the operation has: a page
 * sends all that its loader returns.
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

  function resultOf<Answer>(path: string, schema: Parser<Answer>, reply: Reply | undefined): CallResult<Answer> {
    const cookies = reply?.headers.getSetCookie() ?? [];
    const failure = (status: number, code: CommonCode, message: string): CallResult<Answer> => ({
      ok: false,
      problem: { type: 'about:blank', title: code, status, code, message, requestId },
      cookies,
    });
    if (!reply) return failure(503, 'unavailable', problemMessages.unavailable);
    if (reply.status >= 400) {
      const problem = Problem.safeParse(reply.body);
      if (problem.success) return { ok: false, problem: problem.data, cookies };
      return failure(reply.status, 'unexpected', problemMessages.unexpected);
    }
    const value = schema.safeParse(reply.body);
    if (value.success) return { ok: true, value: value.data, cookies, ...pageOf(reply.headers) };
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

  async function write(method: string, path: string, { body, key }: Input) {
    const reply = await attempt(method, path, body, deadlineOf(body, deadlineMs), key);
    keepLastWrite(reply?.headers.getSetCookie() ?? []);
    return reply;
  }

  async function call<Call, Answer, Code extends string>(
    operation: Operation<Route, Call, unknown, Answer, Code>,
    ...given: Given<Call>
  ): Promise<CallResult<Answer, Code | CommonCode>>;
  async function call<Call, Answer extends Narrow, Code extends string, Narrow>(
    operation: Operation<Route, Call, unknown, Answer, Code>,
    ...given: GivenWith<Call, Narrow>
  ): Promise<CallResult<Narrow, Code | CommonCode>>;
  async function call(operation: Operation, input: Input = {}, as: Parser<unknown> = answerOf(operation)) {
    if (!Object.values(input.params ?? {}).every(isPathValue)) return { ok: false, problem: notFound, cookies: [] };
    const [method, path] = [methodOf(operation), urlOf(operation, input)];
    return resultOf(path, as, await (method === 'GET' ? read(path) : write(method, path, input)));
  }

  async function readOrThrow<Call, Answer>(
    operation: Operation<Route, Call, unknown, Answer>,
    ...given: Given<Call>
  ): Promise<Answer>;
  async function readOrThrow<Call, Answer extends Narrow, Narrow>(
    operation: Operation<Route, Call, unknown, Answer>,
    ...given: GivenWith<Call, Narrow>
  ): Promise<Narrow>;
  async function readOrThrow(operation: Operation, input: Input = {}, as: Parser<unknown> = answerOf(operation)) {
    const result = await call(operation, input, as);
    if (result.ok) return result.value;
    throw data(result.problem, { status: result.problem.status });
  }

  /** For values of a form, which are text: those that the operation does not accept are a 422, as from the API. */
  async function submit<Call, Answer, Code extends string>(
    operation: Operation<Route, Call, unknown, Answer, Code>,
    fields: FieldsOf<Call>,
    ...given: Given<WithoutBody<Call>>
  ): Promise<CallResult<Answer, Code | CommonCode>>;
  async function submit(operation: Operation, fields: unknown, input: Input = {}): Promise<CallResult<unknown>> {
    const checked = (operation.body as unknown as Parser<unknown>).safeParse(fields);
    return checked.success
      ? call(operation as Operation<Route, Input>, { ...input, body: fields })
      : { ok: false, problem: invalid(checked.error.issues), cookies: [] };
  }

  return { call, read: readOrThrow, submit };
}

export type Api = ReturnType<typeof apiFor>;

const answerOf = ({ id, status, response }: Operation) => {
  if (status === 204) return z.undefined();
  if (!response) throw new Error(`${id} answers with a file`);
  return response as unknown as Parser<unknown>;
};

const notFound: Problem & { code: CommonCode } = {
  type: 'about:blank',
  title: 'not_found',
  status: 404,
  code: 'not_found',
  message: problemMessages.notFound,
  requestId: '',
};

const invalid = (issues: readonly { path: PropertyKey[]; message: string }[]): Problem => ({
  type: 'about:blank',
  title: 'invalid',
  status: 422,
  code: 'invalid',
  message: problemMessages.invalid,
  requestId: '',
  errors: issues.map(({ path, message }) => ({ field: path.join('.'), message })),
});

const pageOf = (headers: Headers): PageInfo => ({
  next: nextCursor(headers),
  total: headers.get('x-total-count') ?? undefined,
  search: headers.get(SEARCH_HEADER) ?? undefined,
});

/** A file is sent from the browser through this server. */
function deadlineOf(body: unknown, deadlineMs: number) {
  if (body instanceof ReadableStream) return UPLOAD_MS;
  return body instanceof Blob ? IMAGE_MS : deadlineMs;
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
