/** The calls: requests, deadlines, retries and pages. Knows no operation; `operations.ts` has one constant for each. */

/** An operation of the API. Its types are those of a call: what it is given, what it answers, and its error codes. */
export type Operation<
  Call = unknown,
  Answer = unknown,
  Code extends string = string,
  Paged extends boolean = boolean,
> = {
  /** Method and path below `/api`, with `:parameters`. */
  readonly route: `${string} /${string}`;
  /** Takes an idempotency key: however often a request is repeated with the same key, it takes effect once. */
  readonly keyed?: true;
  /** Media type of the body, if it is not JSON; empty if several are accepted: the one of the `Blob`. */
  readonly sends?: string;
  /** Media type of the answer, if it is not JSON: `value` is the `Response`, with its body unread. */
  readonly accepts?: string;
  /** Of types only: never set. */
  readonly '~types'?: { call: Call; answer: Answer; code: Code; paged: Paged };
};

type TypesOf<Op extends Operation> = NonNullable<Op['~types']>;
export type AnswerOf<Op extends Operation> = TypesOf<Op>['answer'];

/** Codes of problems that the client reports itself, with the status 0 if there was no response. */
export type ClientCode =
  /** No response: unreachable, or the connection was lost. */
  | 'network_error'
  /** No response within the deadline. */
  | 'deadline_exceeded'
  /** A response that is not the API's, such as the error page of a proxy. */
  | 'unexpected_response';

/** All codes of an operation. A later release of the API may have more: handle those that you do not know. */
export type CodeOf<Op extends Operation> = TypesOf<Op>['code'] | ClientCode;

/** An error of the API (RFC 9457), or one of the client. */
export type ProblemOf<Code extends string = string> = {
  type: string;
  title: string;
  /** The HTTP status; 0 without a response. */
  status: number;
  code: Code;
  /** For people. */
  message: string;
  /** Quote it to the store's support; empty without a response. */
  requestId: string;
  /** The invalid fields. */
  errors?: { field: string; message: string }[];
};

export type CallOptions = {
  signal?: AbortSignal;
  /** In milliseconds, of the whole call with its retries; replaces that of the client. */
  deadlineMs?: number;
  headers?: Record<string, string>;
  /** Of a list in pages: the `next` of a page, to go on after it. Replaces the query. */
  next?: string;
};

export type CallOf<Op extends Operation> = TypesOf<Op>['call'] & CallOptions;
/** The input may be left out where nothing in it is required. */
type InputOf<Op extends Operation> =
  Record<never, never> extends TypesOf<Op>['call'] ? [input?: CallOf<Op>] : [input: CallOf<Op>];

export type Total = {
  count: number;
  /** There are more: the API stopped counting. */
  isCapped: boolean;
};

export type Success<Answer> = {
  ok: true;
  value: Answer;
  /** Of a list in pages: where the next one begins; undefined on the last page. Can be stored, to go on later. */
  next: string | undefined;
  /** Of a list that is counted. */
  total: Total | undefined;
  headers: Headers;
};
export type Result<Answer, Code extends string> = Success<Answer> | { ok: false; problem: ProblemOf<Code> };

type PagedOperation<Row = unknown> = Operation<unknown, readonly Row[], string, true>;
type RowOf<Op extends PagedOperation> = AnswerOf<Op>[number];
export type ListPage<Row> = { items: readonly Row[]; next: string | undefined; total: Total | undefined };

/** For hooks. */
export type SentRequest = {
  /** Such as `GET /orders/:id`: the same for all ids. */
  route: string;
  method: string;
  url: string;
  /** Of this attempt; `onRequest` may add some, such as `traceparent`. */
  headers: Headers;
  /** From 1. */
  attempt: number;
};
export type ReceivedResponse = SentRequest & {
  /** Undefined without a response; `error` says why. */
  status: number | undefined;
  durationMs: number;
  error: unknown;
};

export type ClientOptions = {
  /** Of the store, such as `https://shop.example.com`; the API is below `/api`. */
  baseUrl: string;
  /** The `token` of a login, or a function that returns the current one. Without, cookies decide who calls. */
  token?: string | (() => string | undefined | Promise<string | undefined>);
  /** Of all requests: `cookie` and `origin`, for a server that calls for a browser. */
  headers?: Record<string, string>;
  /** In a browser on another origin, `include` sends the cookies too. */
  credentials?: 'omit' | 'same-origin' | 'include';
  fetch?: typeof globalThis.fetch;
  /** In milliseconds, of a whole call with its retries; of an answer that is a file, until its body begins. Default: 30 s. */
  deadlineMs?: number;
  /** How often a request is repeated at most. Default: 3. */
  retries?: number;
  onRequest?: (request: SentRequest) => void | Promise<void>;
  onResponse?: (response: ReceivedResponse) => void;
};

/** What the reading calls throw. */
export class ApiProblem<Code extends string = string> extends Error {
  override readonly name = 'ApiProblem';
  readonly problem: ProblemOf<Code>;
  constructor(problem: ProblemOf<Code>) {
    super(`${problem.code} (${problem.status}): ${problem.message}`);
    this.problem = problem;
  }
}

const DEADLINE_MS = 30_000;
const RETRIES = 3;
/** Before the first repetition; doubled for each further one. */
const BACKOFF_MS = 200;
/** Of a gateway or an overloaded service; nothing, or not all, was done. */
const TRANSIENT = new Set([502, 503, 504]);

type Input = CallOptions & { params?: object; query?: object; body?: unknown; key?: string };
/** An attempt: a response with its body read, unless it is a file, or the reason why there is none. */
type Attempt = { response: Response; text: string } | { response?: undefined; error: unknown };

export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const { token, credentials, deadlineMs = DEADLINE_MS, retries = RETRIES, onRequest, onResponse } = options;
  const base = options.baseUrl.replace(/\/+$/, '');
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);

  async function attemptOnce(
    request: SentRequest,
    init: RequestInit,
    op: Operation,
    withinMs: number,
  ): Promise<Attempt> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new DOMException('No response in time', 'TimeoutError')), withinMs);
    const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal;
    try {
      const response = await send(request.url, { ...init, headers: request.headers, signal });
      const isFile = response.ok && op.accepts !== undefined;
      return { response, text: isFile ? '' : await response.text() };
    } catch (error) {
      return { error };
    } finally {
      clearTimeout(timer);
    }
  }

  async function sendWithRetries(op: Operation, input: Input): Promise<Attempt> {
    const deadline = performance.now() + (input.deadlineMs ?? deadlineMs);
    const method = methodOf(op);
    const url = `${base}/api${pathOf(op, input)}`;
    const headers = headersOf(op, input, options.headers);
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      // A redirected write would be sent again as a GET.
      redirect: method === 'GET' ? 'follow' : 'manual',
      ...(credentials && { credentials }),
      ...(input.signal && { signal: input.signal }),
      ...bodyOf(op, input),
    };
    const isRepeatable = method === 'GET' || headers.has('idempotency-key');
    const canResend = !(input.body instanceof ReadableStream);

    for (let number = 1; ; number++) {
      input.signal?.throwIfAborted();
      const current = typeof token === 'function' ? await token() : token;
      const request = { route: op.route, method, url, headers: new Headers(headers), attempt: number };
      if (current !== undefined) request.headers.set('authorization', `Bearer ${current}`);
      await onRequest?.(request);

      const remaining = Math.max(1, deadline - performance.now());
      const isLast = !canResend || number > retries;
      // A stalled attempt leaves time for another one.
      const withinMs = isLast || !isRepeatable ? remaining : remaining / 2;
      const startedAt = performance.now();
      const attempt = await attemptOnce(request, init, op, withinMs);
      onResponse?.({
        ...request,
        status: attempt.response?.status,
        durationMs: performance.now() - startedAt,
        error: attempt.response ? undefined : attempt.error,
      });
      if (!attempt.response) input.signal?.throwIfAborted();
      const wait = isLast ? undefined : waitBeforeRetry(attempt, number, isRepeatable);
      if (wait === undefined || performance.now() + wait >= deadline) return attempt;
      await attempt.response?.body?.cancel().catch(() => {});
      await pause(wait, input.signal);
    }
  }

  /** A rejected request, or none that came through, is a result. Throws only the reason of an aborted `signal`. */
  async function call<Op extends Operation>(
    op: Op,
    ...[input]: InputOf<Op>
  ): Promise<Result<AnswerOf<Op>, CodeOf<Op>>> {
    const attempt = await sendWithRetries(op, (input ?? {}) as Input);
    return resultOf(op, attempt) as Result<AnswerOf<Op>, CodeOf<Op>>;
  }

  /** Returns the answer, or throws an `ApiProblem`. */
  async function read<Op extends Operation>(op: Op, ...input: InputOf<Op>): Promise<AnswerOf<Op>> {
    const result = await call(op, ...input);
    if (result.ok) return result.value;
    throw new ApiProblem(result.problem);
  }

  /** One page after the other, each requested when the one before is used up. Throws an `ApiProblem`. */
  async function* pages<Op extends PagedOperation>(
    op: Op,
    ...[input]: InputOf<Op>
  ): AsyncGenerator<ListPage<RowOf<Op>>, void, undefined> {
    for (let next = input?.next, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const result = await call(op, ...([{ ...input, next }] as unknown as InputOf<Op>));
      if (!result.ok) throw new ApiProblem(result.problem);
      next = result.next;
      yield { items: result.value, next, total: result.total };
    }
  }

  /** All rows of a list in pages. */
  async function* rows<Op extends PagedOperation>(
    op: Op,
    ...input: InputOf<Op>
  ): AsyncGenerator<RowOf<Op>, void, undefined> {
    for await (const { items } of pages(op, ...input)) yield* items;
  }

  return { call, read, pages, rows };
}

const methodOf = ({ route }: Operation) => route.slice(0, route.indexOf(' '));

function pathOf({ route }: Operation, { params = {}, query = {}, next }: Input) {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = route.slice(route.indexOf(' ') + 1).replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(values.get(name) ?? '');
    // The URL parser would remove `.` and `..`, and call another operation.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`Not a value of the parameter ${name}: "${value}"`);
    return encodeURIComponent(value);
  });
  if (next !== undefined) return `${path}?${next}`;
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined && each !== null) sent.append(name, String(each));
  const search = sent.toString();
  return search ? `${path}?${search}` : path;
}

function headersOf(op: Operation, { body, key, headers: own }: Input, common: Record<string, string> = {}) {
  const headers = new Headers({ accept: op.accepts ?? 'application/json', ...common, ...own });
  if (op.keyed && !headers.has('idempotency-key')) headers.set('idempotency-key', key ?? crypto.randomUUID());
  if (body !== undefined && op.sends === undefined) headers.set('content-type', 'application/json');
  const type = op.sends || (body instanceof Blob && body.type);
  if (body !== undefined && type && !headers.has('content-type')) headers.set('content-type', type);
  return headers;
}

function bodyOf(op: Operation, { body }: Input): Pick<RequestInit, 'body'> & { duplex?: 'half' } {
  if (body === undefined) return {};
  if (op.sends === undefined) return { body: JSON.stringify(body) };
  return { body: body as RequestInit['body'], ...(body instanceof ReadableStream && { duplex: 'half' }) };
}

/** Milliseconds; undefined: not to be repeated. */
function waitBeforeRetry({ response }: Attempt, number: number, isRepeatable: boolean) {
  const backoff = BACKOFF_MS * 2 ** (number - 1) * (0.5 + Math.random() / 2);
  if (!response) return isRepeatable ? backoff : undefined;
  const given = retryAfterOf(response);
  // Rejected before any work was done: may be repeated without a key too.
  if (response.status === 429) return given ?? (isRepeatable ? backoff : undefined);
  if (!isRepeatable) return undefined;
  if (TRANSIENT.has(response.status)) return given ?? backoff;
  // The first request with this key is still running.
  return response.status === 409 ? given : undefined;
}

function retryAfterOf({ headers }: Response) {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

function pause(milliseconds: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

function resultOf(op: Operation, attempt: Attempt): Result<unknown, string> {
  if (!attempt.response) return { ok: false, problem: noResponse(attempt.error) };
  const { response, text } = attempt;
  const { headers } = response;
  const success = (value: unknown): Success<unknown> => {
    return { ok: true, value, next: nextOf(headers), total: totalOf(headers), headers };
  };
  if (response.ok && op.accepts !== undefined) return success(response);
  const body = parseJson(text);
  if (response.ok && (body !== undefined || text === '')) return success(body);
  return { ok: false, problem: isProblem(body) ? body : unexpectedResponse(response) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isProblem = (body: unknown): body is ProblemOf =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'status' in body;

const problemOf = (status: number, code: ClientCode, message: string, requestId = ''): ProblemOf<ClientCode> => ({
  type: 'about:blank',
  title: code,
  status,
  code,
  message,
  requestId,
});

const unexpectedResponse = ({ status, headers }: Response) =>
  problemOf(status, 'unexpected_response', 'The response is not one of the API.', headers.get('x-request-id') ?? '');

function noResponse(error: unknown) {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return problemOf(0, 'deadline_exceeded', 'No response within the deadline.');
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return problemOf(0, 'network_error', cause instanceof Error ? cause.message : String(cause));
}

/**
 * Only the query of the link: it is sent to the same operation, so that no response leads the token elsewhere.
 */
function nextOf(headers: Headers) {
  const link = /<([^>]*)>[^,]*\brel="?next\b/.exec(headers.get('link') ?? '')?.[1];
  return link === undefined ? undefined : link.slice(link.indexOf('?') + 1);
}

/** `2000+`: there are more. */
function totalOf(headers: Headers): Total | undefined {
  const total = headers.get('x-total-count');
  return total ? { count: Number.parseInt(total, 10), isCapped: total.endsWith('+') } : undefined;
}
