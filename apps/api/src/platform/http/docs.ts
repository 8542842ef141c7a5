import { hash, randomBytes } from 'node:crypto';
import swagger from '@fastify/swagger';
import { STORE_NAME } from '@shop/contracts/common/constants';
import { problemMessages } from '@shop/contracts/common/messages';
import Fastify, { type FastifyInstance } from 'fastify';
import { DomainError } from '#platform/errors.ts';
import { memoizeFor } from '#platform/memoize.ts';
import { describeOperation, introductionOf, SECURITY_SCHEMES } from './openapi.ts';
import { jsonSchemaTransform, jsonSchemaTransformObject, removeInnerDescriptions } from './openapi-descriptions.ts';
import { addExamples, readExamples } from './openapi-examples.ts';
import { shareProblems } from './openapi-problems.ts';
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

/** Schemas with an id become components. Call before the routes are registered: it collects them. */
export async function describeApi(
  app: FastifyInstance,
  tags: Record<string, string>,
  { publicOrigin, rateLimitFactor }: { publicOrigin: string; rateLimitFactor: number },
) {
  const examples = readExamples();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${STORE_NAME} API`,
        version: '0.1.0',
        description: introductionOf({ rateLimitFactor, hasExamples: examples !== undefined }),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicOrigin }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: ({ schema, route, ...rest }) => {
      const described = jsonSchemaTransform({ ...rest, route, schema });
      if (!schema || schema.hide) return described;
      return { ...described, schema: describeOperation(route, separateReferences(described.schema)) };
    },
    transformObject: (document) => {
      const described = jsonSchemaTransformObject(document);
      if ('components' in described && described.components?.schemas)
        removeUnusedSchemas(described.components.schemas, described.paths);
      removeInnerDescriptions(described);
      shareProblems(described);
      if (examples) addExamples(described, examples);
      return described;
    },
  });

  // Built at the first request, when all routes are registered.
  const document = memoizeFor(Number.POSITIVE_INFINITY, async () =>
    staticResponse(JSON.stringify(openApiDocument(app)), {
      type: 'application/json; charset=utf-8',
      caching: REVALIDATED,
    }),
  );
  const options = { config: { access: 'public', rate: 'reference' }, schema: { hide: true } } as const;
  app.get('/api/openapi.json', options, async (request, reply) => (await document())(request, reply));

  const reference = memoizeFor(Number.POSITIVE_INFINITY, readReference);
  app.get<{ Params: { file: string } }>('/api/docs/:file', options, async (request, reply) => {
    const { scriptName, sendScript } = await reference();
    if (request.params.file !== scriptName) throw new DomainError('not_found', 'not_found', problemMessages.notFound);
    return sendScript(request, reply);
  });
  for (const url of ['/api/docs', '/api/docs/'])
    app.get(url, options, async (request, reply) =>
      (await reference()).sendPage(request, reply.header('content-security-policy', PAGE_POLICY)),
    );
}

/** Complete once the app is ready. */
export const openApiDocument = (app: FastifyInstance) => app.swagger();

/** The page and its script, whose name contains a hash of its content. */
async function readReference() {
  const script = await readScalar('/js/scalar.js');
  const scriptName = `scalar-${hash('sha256', script, 'base64url').slice(0, 16)}.js`;
  const page = await readScalar('/', `/api/docs/${scriptName}`);
  return {
    scriptName,
    sendScript: staticResponse(script, { type: 'text/javascript; charset=utf-8', caching: IMMUTABLE }),
    sendPage: staticResponse(page, { type: 'text/html; charset=utf-8', caching: REVALIDATED }),
  };
}

/**
 * The response of Scalar's plugin: it exports neither its page nor its script. Loaded when the page is first requested,
 * as its 4.4 MB and 170 modules are a tenth of the time that the API takes to start.
 */
async function readScalar(path: string, cdn?: string) {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
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

/** @fastify/swagger drops the description beside a `$ref`, so that the reference gets an object of its own. */
function separateReferences<T>(schema: T): T;
function separateReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(separateReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([name, part]) => [name, separateReferences(part)]);
  const { $ref, ...others } = Object.fromEntries(parts);
  if (!$ref) return others;
  return Object.keys(others).length > 0 ? { ...others, allOf: [{ $ref }] } : { $ref };
}

/** Every named schema becomes two components, for requests and for responses; most operations use one of them. */
function removeUnusedSchemas(schemas: Record<string, unknown>, paths: unknown) {
  const used = new Set<string>();
  const collect = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(schemas[name]);
    }
  };
  collect(paths);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}
