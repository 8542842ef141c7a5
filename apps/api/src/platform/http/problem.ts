import { STATUS_CODES } from 'node:http';
import { problemMessages } from '@shop/contracts/common/messages';
import type { Problem } from '@shop/contracts/common/problem';
import { reportError } from '@shop/telemetry/error-reports';
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { errorMessage, isDatabaseUnavailable, isUnstorableText } from '#platform/database/errors.ts';
import { DomainError, type ErrorKind } from '#platform/errors.ts';

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

/** The message about unknown fields lists all of them: without limits, 5,000 would be 5,000 messages of 5,000 names. */
const MAX_ERRORS = 20;
const MAX_LENGTH = 200;

/** Errors of the HTTP layer, before schema validation: 400 is for requests that cannot be parsed. */
const UNREADABLE: Record<number, { code: string; message: string }> = {
  400: { code: 'malformed', message: problemMessages.invalid },
  404: { code: 'not_found', message: problemMessages.notFound },
  413: { code: 'too_large', message: problemMessages.tooLarge },
  414: { code: 'too_large', message: problemMessages.tooLarge },
  415: { code: 'unsupported_type', message: problemMessages.unsupportedType },
};

type ProblemDetails = Pick<Problem, 'status' | 'code' | 'message' | 'errors'>;

/** The only place that maps errors to responses (RFC 9457). */
export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const details = problemDetailsOf(error);
  const isShed = error instanceof DomainError && error.details.retryAfterSeconds !== undefined;
  if (details.status >= 500 && !isShed)
    request.log.error({ err: error, issues: serializationIssues(error) }, errorMessage(error));
  else if (error instanceof DomainError && error.cause)
    request.log.warn({ code: details.code, reason: String(error.cause) }, error.message);
  if (details.status === 500) reportError(error, { requestId: request.id, route: request.routeOptions.url });
  if (error instanceof DomainError && error.details.retryAfterSeconds)
    reply.header('retry-after', error.details.retryAfterSeconds);
  // The rest of the body is read and dropped (until `requestTimeout`): closing the connection earlier would reset it,
  // and clients that have not read the response yet, the web server among them, would lose it.
  if (!request.raw.complete) {
    reply.removeHeader('connection');
    request.raw.resume();
  }
  return sendProblem(request, reply, details);
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, details: ProblemDetails) {
  if (details.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS);
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[details.status] ?? 'Error',
    requestId: request.id,
    ...details,
  };
  return (
    reply
      .status(details.status)
      .header('cache-control', 'no-store')
      // No hook runs for a URL that cannot be decoded.
      .header('x-request-id', request.id)
      .type('application/problem+json')
      .serializer(JSON.stringify)
      .send(problem)
  );
}

function problemDetailsOf(error: FastifyError): ProblemDetails {
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
      errors: error.validation.slice(0, MAX_ERRORS).flatMap(fieldErrors).slice(0, MAX_ERRORS),
    };
  if (isUnstorableText(error)) return { status: 422, code: 'invalid', message: problemMessages.invalid };
  if (isDatabaseUnavailable(error) || error.code === 'FST_ERR_HANDLER_TIMEOUT')
    return { status: 503, code: 'unavailable', message: problemMessages.unavailable };

  const unreadable = UNREADABLE[error.statusCode ?? 500];
  if (unreadable && error.statusCode) return { status: error.statusCode, ...unreadable };
  return { status: 500, code: 'unexpected', message: problemMessages.unexpected };
}

/** Unknown fields are reported like invalid ones. */
function fieldErrors({ instancePath, message = problemMessages.invalid, params }: FastifySchemaValidationError) {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const unknown = Array.isArray(params.keys) ? params.keys.slice(0, MAX_ERRORS).map(String) : [];
  const fields = unknown.length > 0 ? unknown : [path];
  return fields.map((field) => ({ field: field.slice(0, MAX_LENGTH), message: message.slice(0, MAX_LENGTH) }));
}

const serializationIssues = (error: FastifyError) =>
  isResponseSerializationError(error) ? error.cause.issues : undefined;
