import { randomBytes } from 'node:crypto';
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import { STORE_NAME } from '@shop/contracts/site';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** The page is the same for everyone, so one nonce for each process will do. */
const NONCE = randomBytes(16).toString('base64');
/** It brings its own script and writes its own styles; nothing comes from, or goes to, another host. */
const PAGE_POLICY = [
  "default-src 'none'",
  `script-src 'self' 'nonce-${NONCE}'`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Call before the routes are added: it listens to them. */
export async function describeApi(app: FastifyInstance, named: Record<string, z.ZodType>, publicOrigin: string) {
  for (const [id, schema] of Object.entries(named))
    if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { id });

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${STORE_NAME} API`, version: '0.1.0' },
      servers: [{ url: publicOrigin }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });

  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger());

  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', PAGE_POLICY);
    });
    await docs.register(scalar, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
        pageTitle: `${STORE_NAME} API`,
        nonce: NONCE,
        favicon: '/favicon.svg',
        withDefaultFonts: false,
        // What would talk to Scalar's own servers.
        telemetry: false,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}
