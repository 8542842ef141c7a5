import { hash, randomBytes } from 'node:crypto';
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import { STORE_NAME } from '@shop/contracts/common/constants';
import { Problem } from '@shop/contracts/common/problem';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { memoizeFor } from '#platform/memoize.ts';
import type { Access } from './access.ts';
import { staticResponse } from './static-response.ts';

/** The page is the same for everyone, so one nonce per process is enough. */
const NONCE = randomBytes(16).toString('base64');
/** The page has its own script and inline styles; nothing is loaded from, or sent to, another host. */
const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'self' 'nonce-${NONCE}'`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATED = 'public, max-age=0';
const FILE = { description: 'A file', content: { '*/*': {} } };

/** Call before the routes are registered: it collects them. */
export async function describeApi(app: FastifyInstance, named: Record<string, z.ZodType>, publicOrigin: string) {
  for (const [id, schema] of Object.entries(named))
    if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { id });

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${STORE_NAME} API`, version: '0.1.0' },
      servers: [{ url: publicOrigin }],
    },
    transform: ({ schema, route, ...rest }) => {
      const response = { ...commonErrorResponses(route), ...Object(schema?.response) };
      const described = jsonSchemaTransform({ ...rest, route, schema: { ...schema, response } });
      // A file or a page has no schema, but a response all the same.
      if (!schema?.response) Object.assign(Object(described.schema.response), { 200: FILE });
      return described;
    },
    transformObject: jsonSchemaTransformObject,
  });

  // Built at the first request, when all routes are registered.
  const document = memoizeFor(Number.POSITIVE_INFINITY, async () =>
    staticResponse(JSON.stringify(app.swagger()), { type: 'application/json; charset=utf-8', caching: REVALIDATED }),
  );
  const options = { config: { access: 'public', rate: 'reference' }, schema: { hide: true } } as const;
  app.get('/api/openapi.json', options, async (request, reply) => (await document())(request, reply));

  const script = await readScalar('/js/scalar.js');
  const scriptUrl = `/api/docs/scalar-${hash('sha256', script, 'base64url').slice(0, 16)}.js`;
  const sendPage = staticResponse(await readScalar('/', scriptUrl), {
    type: 'text/html; charset=utf-8',
    caching: REVALIDATED,
  });
  app.get(scriptUrl, options, staticResponse(script, { type: 'text/javascript; charset=utf-8', caching: IMMUTABLE }));
  for (const url of ['/api/docs', '/api/docs/'])
    app.get(url, options, (request, reply) => sendPage(request, reply.header('content-security-policy', PAGE_POLICY)));
}

/** The response of Scalar's plugin: it exports neither its page nor its script. */
async function readScalar(path: string, cdn?: string) {
  const scratch = Fastify();
  await scratch.register(scalar, {
    routePrefix: '/',
    configuration: {
      cdn,
      url: '/api/openapi.json',
      pageTitle: `${STORE_NAME} API`,
      nonce: NONCE,
      favicon: '/favicon.svg',
      withDefaultFonts: false,
      // Features that would call Scalar's own servers.
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const { statusCode, payload } = await scratch.inject(path);
  await scratch.close();
  if (statusCode !== 200) throw new Error(`Scalar's plugin returned ${statusCode} for ${path}.`);
  return payload;
}

/** Errors a route can return before its handler runs: from the parser, the rate limits, the access check. */
function commonErrorResponses({ method, url, schema, config }: RouteOptions) {
  const changes = method !== 'GET' && method !== 'HEAD';
  const statuses = [
    // Rate limits, and an unavailable database.
    429,
    503,
    ...(changes ? [400, 403, 413, 415] : []),
    ...(schema?.body || schema?.querystring || schema?.headers ? [422] : []),
    // Parameters that cannot be decoded, are too long, or have the wrong format.
    ...(url.includes(':') ? [400, 404, 414, 422] : []),
    ...(config?.access === 'public' ? [] : [401]),
    ...(needsNoPermission(config?.access) ? [] : [403]),
  ];
  return Object.fromEntries(statuses.map((status) => [status, Problem]));
}

const needsNoPermission = (access: Access | undefined) => ['public', 'customer', 'owner'].includes(access ?? '');
