/** What the API reference says about a route, from what the route declares. */
import { STATUS_CODES } from 'node:http';
import type { CommonCode } from '@shop/contracts/common/operation';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import type { Access } from './access.ts';
import { IdempotencyHeaders, OptionalIdempotencyHeaders } from './idempotency.ts';
import { problemOf } from './openapi-problems.ts';
import { PER_MINUTE, rateClassesOf } from './rate-limit.ts';

const HEADERS = {
  Link: { type: 'string', description: 'The relative URL of the next page, with `rel="next"`. None on the last page.' },
  'X-Total-Count': { type: 'string', description: 'The number of matches. A trailing `+` means that there are more.' },
  'X-Search': {
    type: 'string',
    description:
      'How a search query was understood, as URL-encoded JSON: corrected query, price, sizes, and how many products of this page meet all of it, match otherwise, or are out of stock.',
  },
  'Retry-After': { type: 'integer', description: 'Seconds to wait before sending the request again.' },
};
type HeaderName = keyof typeof HEADERS;

declare module 'fastify' {
  interface FastifySchema {
    /** Codes of the errors that the handler throws, by status. Those of parser, access and limits are added. */
    errors?: Partial<Record<401 | 403 | 404 | 409 | 422 | 429 | 503, readonly string[]>>;
    /** By status. `Retry-After` is added to 429 and 503; a 304 has the headers of the 200. */
    responseHeaders?: Partial<Record<number, readonly HeaderName[]>>;
  }
}

/** The samples of the reference use the first. */
export const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', description: 'The `token` of a login, for clients other than browsers.' },
  session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Set by a login, for browsers.' },
} as const;

/** For the document as a whole. */
export const introductionOf = ({ rateLimitFactor, hasExamples }: { rateLimitFactor: number; hasExamples: boolean }) =>
  `
Errors are \`application/problem+json\` (RFC 9457): \`code\` is for programs, \`message\` for people, \`requestId\` for
support. Each operation lists its codes by status.

Lists are sent in pages: the \`Link\` header has the URL of the next one.

Operations with an \`Idempotency-Key\` header do their work once per key: a repeated request gets the first response.

${hasExamples ? 'Examples are recorded from the tests.' : 'This build has no examples: they are recorded from the tests of a release.'}

Requests are limited per minute and IP address, by the class of the operation:

| class | requests |
|---|---|
${Object.entries(PER_MINUTE)
  .map(([name, limit]) => `| \`${name}\` | ${(limit * rateLimitFactor).toLocaleString('en-US')} |`)
  .join('\n')}
`.trim();

/** Adds to the schemas of a route what follows from its access, rate class, errors, headers and media types. */
export function describeOperation(route: RouteOptions, described: FastifySchema) {
  const { access, rate } = route.config ?? {};
  return {
    ...described,
    description: [described.description, accessSentence(access)].filter(Boolean).join('\n\n'),
    security: access === 'public' ? [] : Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    body: described.body ?? unparsedBody(described),
    response: responsesOf(route, described),
    'x-permission': needsPermission(access) ? access : undefined,
    'x-rate-class': rateClassesOf(rate),
  };
}

const needsPermission = (access: Access | undefined) => !['public', 'customer', 'owner'].includes(access ?? 'public');

/** Rejects guests at checkout. */
const isForAccounts = ({ access, guests, orderLink }: FastifyContextConfig = {}) =>
  (access === 'customer' || access === 'owner') && !guests && !orderLink;

function accessSentence(access: Access | undefined) {
  if (needsPermission(access)) return `Requires the permission \`${access}\`.`;
  return access === 'public' ? 'Requires no login.' : 'Requires a login.';
}

type Json = Record<string, unknown>;

const mediaTypes = (types: readonly string[], schemaOf: (type: string) => Json) =>
  Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }]));

function fileSchema(type: string): Json {
  if (type === 'application/json') return { type: 'object' };
  return { type: 'string', ...((type.startsWith('image/') || type === 'application/pdf') && { format: 'binary' }) };
}

/** A body that the handler reads itself: an image, a CSV file, a signed message. */
const unparsedBody = ({ consumes }: FastifySchema) => consumes && { content: mediaTypes(consumes, fileSchema) };

function responsesOf(route: RouteOptions, { response, produces = [] }: FastifySchema) {
  const withHeaders = (status: number, details: Json): [number, Json] => [
    status,
    { ...details, headers: headersOf(route, status) },
  ];
  const declared = Object.entries<Json>(Object(response)).map(([status, schema]) =>
    withHeaders(Number(status), successOf(Number(status), schema)),
  );
  const file = { description: 'A file', content: mediaTypes(produces, fileSchema) };
  const notModified = { description: 'The ETag matches `If-None-Match`', type: 'null' };
  const problems = [...errorCodesOf(route)].map(([status, codes]) =>
    withHeaders(status, problemOf(status, [...codes])),
  );
  return Object.fromEntries([
    ...(produces.length > 0 ? [withHeaders(200, file)] : []),
    ...declared,
    ...(route.config?.revalidates ? [withHeaders(304, notModified)] : []),
    ...problems,
  ]);
}

function successOf(status: number, schema: Json): Json {
  const description = STATUS_CODES[status] ?? '';
  if ('content' in schema) return { description, ...schema };
  // Without a body.
  if (schema.type === 'null') return { ...schema, description };
  return { description, content: mediaTypes(['application/json'], () => schema) };
}

function headersOf({ schema }: RouteOptions, status: number) {
  const names = new Set(schema?.responseHeaders?.[status === 304 ? 200 : status]);
  if (status === 429 || status === 503) names.add('Retry-After');
  return names.size > 0 ? Object.fromEntries([...names].map((name) => [name, HEADERS[name]])) : undefined;
}

/** The compiler compares them with the codes that callers reckon with. */
type CodesByStatus = Record<number, readonly CommonCode[]>;
const ALWAYS: CodesByStatus = {
  400: ['malformed'],
  429: ['too_many_requests'],
  500: ['unexpected'],
  503: ['unavailable'],
};

/** All codes by status: of the parser, the access check, the rate limits and the database, and the route's own. */
function errorCodesOf({ method, url, schema, config }: RouteOptions) {
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const isKeyed = schema?.headers === IdempotencyHeaders || schema?.headers === OptionalIdempotencyHeaders;
  const common: CodesByStatus[] = [
    isWrite ? { 403: ['cross_origin_blocked'], 413: ['too_large'], 415: ['unsupported_type'] } : {},
    // Parameters that cannot be decoded, are too long, or have the wrong format.
    url.includes(':') ? { 404: ['not_found'], 414: ['too_large'], 422: ['invalid'] } : {},
    schema?.body || schema?.querystring || schema?.headers ? { 422: ['invalid'] } : {},
    isKeyed ? { 422: ['key_reused'] } : {},
    config?.access === 'public' ? {} : { 401: ['unauthenticated'] },
    needsPermission(config?.access)
      ? { 403: ['forbidden', 'session_too_old', 'new_password_required', 'two_factor_required'] }
      : {},
    config?.orderLink ? { 401: ['order_link_expired'] } : {},
    isForAccounts(config) ? { 403: ['account_required'] } : {},
  ];
  const sources: Record<string, readonly string[]>[] = [...common, schema?.errors ?? {}, ALWAYS];
  const codesByStatus = new Map<number, Set<string>>();
  for (const [status, codes] of sources.flatMap((source) => Object.entries(source)))
    codesByStatus.set(Number(status), new Set([...(codesByStatus.get(Number(status)) ?? []), ...codes]));
  return codesByStatus;
}
