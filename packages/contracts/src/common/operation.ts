/**
 * An operation of the API, declared once: the API serves it (`handle`), callers call it, and the OpenAPI document is
 * made of it. Its types are resolved here, so that the declarations which the web app compiles against hold plain types.
 */
import type { Problem } from './problem.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Method and path below `/api`, with `:parameters`. */
export type Route = `${Method} /${string}`;

/** All that is read of a schema's type: comparing whole schemas takes several times the types. */
type Schema<Output = unknown> = { readonly _zod: { readonly input: unknown; readonly output: Output } };
type Sent<S> = S extends Schema ? S['_zod']['input'] : undefined;
type Received<S> = S extends Schema ? S['_zod']['output'] : undefined;

/** The names of the parameters of a route. */
type Names<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<`/${More}`>
    : Rest
  : never;

type ErrorStatus = 401 | 403 | 404 | 409 | 422 | 429 | 503;
type Errors = { readonly [Status in ErrorStatus]?: readonly string[] };
type CodesOf<E> = { [Status in keyof E]: E[Status] extends readonly (infer Code)[] ? Code : never }[keyof E];

export type ResponseHeader = 'Link' | 'X-Total-Count' | 'X-Search';
/** True: without a key the request is rejected. */
type Idempotency = true | 'optional';

type Plain<T> = { [Key in keyof T]: T[Key] };
type Empty = Record<never, never>;
type FileBody = Blob | ReadableStream<Uint8Array>;

/** What a caller gives. */
type CallOf<R extends string, Query, Body, Key, Consumes> = Plain<
  ([Names<R>] extends [never] ? Empty : { params: Record<Names<R>, string | number> }) &
    (Query extends Schema
      ? Empty extends Sent<Query>
        ? { query?: Sent<Query>; search?: URLSearchParams }
        : { query: Sent<Query> }
      : Empty) &
    (Consumes extends readonly string[] ? { body: FileBody } : Body extends Schema ? { body: Sent<Body> } : Empty) &
    (Key extends true ? { key: string } : Key extends 'optional' ? { key?: string } : Empty)
>;

/** What the handler gets. */
type ReceivedBy<Params, Query, Body, Consumes> = {
  params: Received<Params>;
  query: Received<Query>;
  body: Consumes extends readonly string[] ? unknown : Received<Body>;
};

/** The parts that no type depends on. */
type Description = {
  /** Unique among all operations, and the name of its constant. */
  id: string;
  /** The group of operations in the API reference. */
  tag: string;
  summary: string;
  description?: string;
  /** Still works as before; the description names its successor. Since when, and until when: docs/api.md. */
  deprecated?: true;
  /** Of a success; default 200. */
  status?: 200 | 201 | 202 | 204;
  /** Media types of a file that it answers with. */
  produces?: readonly string[];
  /** Answers with a stream of server-sent events, each with one of these as JSON. */
  events?: Schema;
  /** Of the request, besides those of session and idempotency. */
  requestHeaders?: Schema;
  /** A `Retry-After` comes with these too, besides 429 and 503. */
  retryAfter?: 409;
  /** Also answers 301, when what was asked for has another address now. */
  redirects?: true;
};

type Schemas = { params?: Schema; query?: Schema; body?: Schema; response?: Schema };

export type Operation<
  R extends Route = Route,
  Call = unknown,
  Given = unknown,
  Answer = unknown,
  Code extends string = string,
  Paged extends boolean = boolean,
> = Readonly<Description> &
  Readonly<Schemas> & {
    readonly route: R;
    readonly idempotent?: Idempotency;
    readonly errors?: Errors;
    readonly headers?: readonly ResponseHeader[];
    readonly consumes?: readonly string[];
    /** Of types only: never set. */
    readonly '~types'?: { call: Call; received: Given; answer: Answer; code: Code; paged: Paged };
  };

type Definition<R extends Route, Params, Query, Body, Response, E, Headers, Key, Consumes> = Description & {
  query?: Query;
  body?: Body;
  response?: Response;
  /** Codes of its own errors, by status. Those of parser, access and limits are common to all operations. */
  errors?: E;
  /** Of the response. `Link` makes it a list in pages. */
  headers?: Headers;
  idempotent?: Key;
  /** Media types of a file that is the body. */
  consumes?: Consumes;
} & ([Names<R>] extends [never] ? { params?: undefined } : { params: Params & Schema<Record<Names<R>, unknown>> });

/* @__NO_SIDE_EFFECTS__ */
export function operation<
  const R extends Route,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Response extends Schema | undefined = undefined,
  const E extends Errors = Empty,
  const Headers extends readonly ResponseHeader[] = [],
  const Key extends Idempotency | undefined = undefined,
  const Consumes extends readonly string[] | undefined = undefined,
>(route: R, definition: Definition<R, Params, Query, Body, Response, E, Headers, Key, Consumes>) {
  return { route, ...definition } as unknown as Operation<
    R,
    CallOf<R, Query, Body, Key, Consumes>,
    ReceivedBy<Params, Query, Body, Consumes>,
    Received<Response>,
    CodesOf<E> & string,
    'Link' extends Headers[number] ? true : false
  >;
}

/** Codes that any operation can answer with: of the parser, the access check, the limits, and of failures. */
export type CommonCode =
  | 'account_required'
  | 'cross_origin_blocked'
  | 'forbidden'
  | 'invalid'
  | 'key_reused'
  | 'malformed'
  | 'new_password_required'
  | 'not_found'
  | 'order_link_expired'
  | 'session_too_old'
  | 'too_large'
  | 'too_many_requests'
  | 'two_factor_required'
  | 'unauthenticated'
  | 'unavailable'
  | 'unexpected'
  | 'unsupported_type';

/** Values of a form under the names of the body's fields: text, which the contract checks when it is sent. */
export type FieldsOf<Call> = Call extends { body: infer Body } ? { [Name in keyof Body]: unknown } : never;
export type CallTo<Op extends Operation> = NonNullable<Op['~types']>['call'];
export type AnswerOf<Op extends Operation> = NonNullable<Op['~types']>['answer'];
export type CodeOf<Op extends Operation> = NonNullable<Op['~types']>['code'] | CommonCode;

export type ProblemOf<Op extends Operation> = Problem & { code: CodeOf<Op> };

export const methodOf = ({ route }: { route: Route }) => route.slice(0, route.indexOf(' ')) as Method;
/** Below `/api`. */
export const pathOf = ({ route }: { route: Route }) => route.slice(route.indexOf(' ') + 1);

type Values = { params?: object; query?: object; search?: URLSearchParams };

/** URL parsers remove `.` and `..`, encoded ones too: cancelling the return `..` of an order would cancel the order. */
export const isPathValue = (value: unknown) => !/^\.{0,2}$/.test(String(value));

/** The path of a call, with its parameters and query. Values that are undefined, null or empty lists are left out. */
export function urlOf(operation: { route: Route }, { params = {}, query = {}, search }: Values = {}) {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = pathOf(operation).replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(values.get(name));
    if (!isPathValue(value)) throw new TypeError(`Not a value of the parameter ${name}: "${value}"`);
    return encodeURIComponent(value);
  });
  const sent = new URLSearchParams(search);
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined && each !== null) sent.append(name, String(each));
  return sent.size > 0 ? `${path}?${sent}` : path;
}
