import { randomUUID } from 'node:crypto';
import { DryRun } from '@shop/contracts/effects/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { runDry } from '#platform/dry-run.ts';

export const DRY_RUN_PATH = '/dry-run';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Also registers this route with `/dry-run` appended, which answers what the write would do, and stores nothing.
     * The handler must run in transactions and call no other service; a write that continues in a job gives a function
     * that does the work of the job at once.
     */
    dryRun?: true | ((request: FastifyRequest, reply: FastifyReply) => Promise<unknown>);
    /** Body of the dry run, where it needs less than the write: no password, for example. */
    dryRunBody?: z.ZodType;
  }
}

/** Call before other `onRoute` hooks are added, so that they see the dry run as a route of its own. */
export function registerDryRuns(app: FastifyInstance) {
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    const { dryRun, dryRunBody, ...config } = route.config ?? {};
    if (!dryRun) return;
    const { headers: _key, ...schema } = route.schema ?? {};
    const work = dryRun === true ? route.handler : dryRun;
    this.route({
      ...route,
      url: `${route.routePath}${DRY_RUN_PATH}`,
      preHandler: [route.preHandler ?? [], replaceIdempotencyKey].flat(),
      config,
      schema: {
        ...schema,
        ...(dryRunBody && { body: dryRunBody }),
        operationId: `${schema.operationId}DryRun`,
        summary: `Dry run: ${schema.summary}`,
        response: { 200: DryRun },
      },
      handler: async function (request, reply) {
        const effects = await runDry(async () => work.call(this, request, reply));
        return reply.status(200).send({ effects });
      },
    });
  });
}

/** The work rolls back, so that no key is used up. The client's key may be that of the write, which has another URL. */
async function replaceIdempotencyKey({ headers }: FastifyRequest) {
  headers['idempotency-key'] = randomUUID();
}
