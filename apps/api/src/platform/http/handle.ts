import { methodOf, type Operation, pathOf, type Route } from '@shop/contracts/common/operation';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Access } from './access.ts';
import { IdempotencyHeaders, OptionalIdempotencyHeaders } from './idempotency.ts';

/** Who may call it, how often, whether it has a dry run; and limits of this route. */
type Serving = FastifyContextConfig & { access: Access } & Pick<
    RouteOptions,
    'bodyLimit' | 'handlerTimeout' | 'onRequest' | 'exposeHeadRoute'
  >;

type Values = { params: unknown; query: unknown; body: unknown };
type Call<Received extends Values> = FastifyRequest<{
  Params: Received['params'];
  Querystring: Received['query'];
  Body: Received['body'];
}>;

// biome-ignore lint/suspicious/noConfusingVoidType: a handler of an answer without a body returns nothing.
type Result<Answer> = Answer | FastifyReply | (undefined extends Answer ? void : never);

/**
 * Serves an operation. The handler returns the answer, which is sent with the operation's status, or the reply if it
 * has sent a file, a redirect or JSON made in SQL.
 */
export function handle<Received extends Values, Answer>(
  app: FastifyInstance,
  operation: Operation<Route, unknown, Received, Answer>,
  serving: Serving,
  handler: (call: Call<Received>, reply: FastifyReply) => Result<NoInfer<Answer>> | Promise<Result<NoInfer<Answer>>>,
) {
  const { bodyLimit, handlerTimeout, onRequest, exposeHeadRoute, ...config } = serving;
  const { status = 200 } = operation;
  app.route<{ Params: Received['params']; Querystring: Received['query']; Body: Received['body'] }>({
    method: methodOf(operation),
    url: pathOf(operation),
    ...given({ bodyLimit, handlerTimeout, onRequest, exposeHeadRoute }),
    config,
    schema: schemaOf(operation),
    handler: (call, reply) => handler(call as Call<Received>, status === 200 ? reply : reply.status(status)),
  });
}

/** What Fastify validates and serializes with, and what the API reference says. */
function schemaOf(operation: Operation) {
  const { id, tag, summary, description, deprecated, params, query, body, errors, consumes, produces } = operation;
  const { status = 200, headers, retryAfter } = operation;
  return given({
    operationId: id,
    tags: [tag],
    summary,
    description,
    deprecated,
    params,
    querystring: query,
    headers: requestHeadersOf(operation),
    body,
    response: responsesOf(operation),
    responseHeaders:
      headers || retryAfter
        ? given({ [status]: headers, ...(retryAfter && { [retryAfter]: ['Retry-After'] as const }) })
        : undefined,
    errors,
    consumes: consumes && [...consumes],
    produces: produces && [...produces],
  });
}

function requestHeadersOf({ idempotent, requestHeaders }: Operation) {
  if (idempotent === 'optional') return OptionalIdempotencyHeaders;
  return idempotent ? IdempotencyHeaders : requestHeaders;
}

function responsesOf({ response, events, redirects, status = 200 }: Operation) {
  if (events)
    return { 200: { description: 'Events, as they happen', content: { 'text/event-stream': { schema: events } } } };
  if (status === 204) return { 204: z.undefined() };
  return response && { [status]: response, ...(redirects && { 301: z.undefined() }) };
}

/** Without the absent ones: Fastify warns of each. */
const given = <T extends object>(options: T) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
