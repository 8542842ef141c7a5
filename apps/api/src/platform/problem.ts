import { STATUS_CODES } from 'node:http';
import { type Problem, problemMessages } from '@shop/contracts/problem';
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { databaseIsAway, textCannotBeStored } from './database-errors.ts';
import { DomainError, type ErrorKind } from './errors.ts';

const STATUS: Record<ErrorKind, number> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
};

const RETRY_AFTER_SECONDS = 5;

/** What the HTTP layer itself refuses, before any schema is asked: 400 is for what cannot even be read. */
const UNREADABLE: Record<number, { code: string; message: string }> = {
  400: { code: 'malformed', message: problemMessages.invalid },
  404: { code: 'not_found', message: problemMessages.notFound },
  413: { code: 'too_large', message: problemMessages.tooLarge },
  414: { code: 'too_large', message: problemMessages.tooLarge },
  415: { code: 'unsupported_type', message: problemMessages.unsupportedType },
};

type Refusal = Pick<Problem, 'status' | 'code' | 'message' | 'errors'>;

/** The one place where errors become answers (RFC 9457). */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalFor(error);
  if (refusal.status >= 500) request.log.error({ err: error, issues: serializationIssues(error) }, error.message);
  else if (error instanceof DomainError && error.cause)
    request.log.warn({ reason: String(error.cause) }, error.message);
  if (error instanceof DomainError && error.details.retryAfterSeconds)
    reply.header('retry-after', error.details.retryAfterSeconds);
  return sendProblem(request, reply, refusal);
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[refusal.status] ?? 'Error',
    requestId: request.id,
    ...refusal,
  };
  return reply
    .status(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem);
}

function refusalFor(error: FastifyError): Refusal {
  if (error instanceof DomainError)
    return {
      status: STATUS[error.kind],
      code: error.code,
      message: error.message,
      errors: error.details.errors,
    };
  if (hasZodFastifySchemaValidationErrors(error))
    return {
      status: 422,
      code: 'invalid',
      message: problemMessages.invalid,
      errors: error.validation.flatMap(fieldErrors),
    };
  if (textCannotBeStored(error)) return { status: 422, code: 'invalid', message: problemMessages.invalid };
  if (databaseIsAway(error) || error.code === 'FST_ERR_HANDLER_TIMEOUT')
    return { status: 503, code: 'unavailable', message: problemMessages.unavailable };

  const unreadable = UNREADABLE[error.statusCode ?? 500];
  if (unreadable && error.statusCode) return { status: error.statusCode, ...unreadable };
  return { status: 500, code: 'unexpected', message: problemMessages.unexpected };
}

/** A field nobody asked for is named like one that is wrong. */
function fieldErrors({ instancePath, message = problemMessages.invalid, params }: FastifySchemaValidationError) {
  const field = instancePath.slice(1).replaceAll('/', '.');
  const unknown = Array.isArray(params.keys) ? params.keys.map(String) : [];
  return unknown.length > 0 ? unknown.map((key) => ({ field: key, message })) : [{ field, message }];
}

const serializationIssues = (error: FastifyError) =>
  isResponseSerializationError(error) ? error.cause.issues : undefined;
