import * as operations from '@shop/contracts/system/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import manifest from '../../package.json' with { type: 'json' };
import { dropJob, reportSystem, retryJob } from './service.ts';

export const systemRoutes: FastifyPluginAsync<{ redis: OptionalRedis }> = async (app, { redis }) => {
  withoutCaching(app);

  handle(app, operations.getSystemReport, { access: 'system.read' }, () =>
    reportSystem(app.db, { version: manifest.version, redis: redis.usable() }),
  );

  handle(app, operations.retryJob, { access: 'system.manage', rate: 'cart' }, async (request) => {
    await runOnceWithoutResponse(app.db, request, (tx) => retryJob(tx, request.actor, request.params.id));
  });

  handle(app, operations.removeJob, { access: 'system.manage', rate: 'cart' }, async (request) => {
    await runOnceWithoutResponse(app.db, request, (tx) => dropJob(tx, request.actor, request.params.id));
  });
};
