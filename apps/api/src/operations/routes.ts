import { JobParams, SystemReport } from '@shop/contracts/operations/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import manifest from '../../package.json' with { type: 'json' };
import { dropJob, reportSystem, retryJob } from './service.ts';

const tags = ['Admin: system'];
const manage = { config: { access: 'system.manage', rate: 'cart' } } as const;

export const systemRoutes: FastifyPluginAsyncZod<{ redis: OptionalRedis }> = async (app, { redis }) => {
  withoutCaching(app);

  app.get(
    '/admin/system',
    {
      config: { access: 'system.read' },
      schema: {
        operationId: 'getSystemReport',
        tags,
        summary: 'Get system health',
        response: { 200: SystemReport },
      },
    },
    () => reportSystem(app.db, { version: manifest.version, redis: redis.usable() }),
  );

  app.post(
    '/admin/system/jobs/:id/retry',
    {
      ...manage,
      schema: {
        operationId: 'retryJob',
        tags,
        summary: 'Retry a failed job',
        params: JobParams,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 404: ['job_not_found'] },
      },
    },
    async (request, reply) => {
      await runOnceWithoutResponse(app.db, request, (tx) => retryJob(tx, request.actor, request.params.id));
      return reply.status(204).send(null);
    },
  );

  app.delete(
    '/admin/system/jobs/:id',
    {
      ...manage,
      schema: {
        operationId: 'removeJob',
        tags,
        summary: 'Remove a failed job',
        params: JobParams,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 404: ['job_not_found'] },
      },
    },
    async (request, reply) => {
      await runOnceWithoutResponse(app.db, request, (tx) => dropJob(tx, request.actor, request.params.id));
      return reply.status(204).send(null);
    },
  );
};
