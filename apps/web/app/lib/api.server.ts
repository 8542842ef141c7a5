import { Problem, problemMessages } from '@shop/contracts/problem';
import { data } from 'react-router';
import type { z } from 'zod';
import { config } from './config.server.ts';
import { log } from './log.server.ts';
import { nextCursor, type Page } from './paging.ts';

/** A refused write is an answer, not an accident. */
export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };
/** What a write answers; `withCookies` hands its cookies on to the browser. */
export type Written<T> = Answer<T> & { cookies: string[] };

/** A file takes as long as its sender's line does. */
const UPLOAD_MS = 5 * 60_000;

type Reply = { status: number; headers: Headers; body: unknown };

/** What the API must know of the visitor behind the page. */
const FORWARDED = ['cookie', 'origin', 'referer', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'x-request-id'];

/**
 * The API on behalf of one visitor; the only fetch of the web app's loaders and actions. `get` throws what the error
 * boundary shows; the tries and the writes answer.
 */
export function apiFor(request: Request, { url = config.apiUrl, deadlineMs = 4_000 } = {}) {
  const headers = new Headers({ accept: 'application/json' });
  for (const name of FORWARDED) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const requestId = headers.get('x-request-id') ?? '';

  const timeLimit = (milliseconds: number) => AbortSignal.any([request.signal, AbortSignal.timeout(milliseconds)]);

  async function attempt(
    method: string,
    path: string,
    body: unknown,
    signal: AbortSignal,
    key?: string,
  ): Promise<Reply | undefined> {
    try {
      const response = await fetch(`${url}/api${path}`, { method, signal, ...withBody(withKey(headers, key), body) });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
    } catch (error) {
      request.signal.throwIfAborted();
      log.warn({ reason: reasonOf(error), method, path, reqId: requestId }, 'the API did not answer');
      return undefined;
    }
  }

  function understand<T>(path: string, schema: z.ZodType<T>, reply: Reply | undefined): Answer<T> {
    const refused = (status: number, code: string, message: string): Answer<T> => ({
      ok: false,
      problem: { type: 'about:blank', title: code, status, code, message, requestId },
    });
    if (!reply) return refused(503, 'unavailable', problemMessages.unavailable);
    if (reply.status >= 400) {
      const problem = Problem.safeParse(reply.body);
      if (problem.success) return { ok: false, problem: problem.data };
      return refused(reply.status, 'unexpected', problemMessages.unexpected);
    }
    const value = schema.safeParse(reply.body);
    if (value.success) return { ok: true, value: value.data };
    log.error({ path, reqId: requestId, issues: value.error.issues }, 'the answer of the API breaks the contract');
    return refused(502, 'unexpected', problemMessages.unexpected);
  }

  async function read(path: string) {
    const deadline = timeLimit(deadlineMs);
    // A silent API gets half the time, so that the one retry can still be answered.
    const reply = await attempt('GET', path, undefined, timeLimit(deadlineMs / 2));
    const again = !reply || reply.status >= 500;
    return again ? attempt('GET', path, undefined, deadline) : reply;
  }

  async function tryGet<T>(path: string, schema: z.ZodType<T>) {
    return understand(path, schema, await read(path));
  }

  async function tryGetPage<T>(path: string, schema: z.ZodType<T[]>): Promise<Answer<Page<T> & { total: string }>> {
    const reply = await read(path);
    const answer = understand(path, schema, reply);
    if (!answer.ok) return answer;
    const total = reply?.headers.get('x-total-count') ?? '';
    return { ok: true, value: { items: answer.value, next: nextCursor(reply?.headers), total } };
  }

  async function write<T>(
    method: string,
    path: string,
    schema: z.ZodType<T>,
    body?: unknown,
    key?: string,
    withinMs = deadlineMs,
  ): Promise<Written<T>> {
    const reply = await attempt(method, path, body, timeLimit(withinMs), key);
    return { ...understand(path, schema, reply), cookies: reply?.headers.getSetCookie() ?? [] };
  }

  return {
    tryGet,
    tryGetPage,
    async get<T>(path: string, schema: z.ZodType<T>) {
      const answer = await tryGet(path, schema);
      if (answer.ok) return answer.value;
      throw data(answer.problem, { status: answer.problem.status });
    },
    /** With a key, what is asked for happens once, however often it is asked for. */
    post: <T>(path: string, schema: z.ZodType<T>, body?: unknown, key?: string) =>
      write('POST', path, schema, body, key),
    /** A table, passed on while it comes in. */
    postTable: <T>(path: string, schema: z.ZodType<T>, table: ReadableStream<Uint8Array>, key: string) =>
      write('POST', path, schema, table, key, UPLOAD_MS),
    put: <T>(path: string, schema: z.ZodType<T>, body?: unknown, key?: string) => write('PUT', path, schema, body, key),
    patch: <T>(path: string, schema: z.ZodType<T>, body?: unknown) => write('PATCH', path, schema, body),
    delete: <T>(path: string, schema: z.ZodType<T>) => write('DELETE', path, schema),
  };
}

const reasonOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);

const withKey = (headers: Headers, key: string | undefined) =>
  key === undefined ? headers : new Headers([...headers, ['idempotency-key', key]]);

function withBody(headers: Headers, body: unknown) {
  if (body === undefined) return { headers };
  if (body instanceof ReadableStream)
    return { headers: new Headers([...headers, ['content-type', 'text/csv']]), body, duplex: 'half' as const };
  return { headers: new Headers([...headers, ['content-type', 'application/json']]), body: JSON.stringify(body) };
}
