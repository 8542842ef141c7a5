import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Fails readiness and asks every client to reconnect elsewhere; requests are still served. */
    startDraining: () => void;
  }
}

/**
 * Live: the event loop responds. Ready: requests may be sent here, because PostgreSQL responds, each pool that serves
 * requests has a free client or is only busy, and the process is not draining. Redis is not checked.
 */
export function reportHealth(app: FastifyInstance, checkDatabase: () => Promise<unknown>) {
  const policy = { config: { access: 'public', rate: false }, schema: { hide: true } } as const;
  let draining = false;
  app.decorate('startDraining', () => {
    draining = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });

  app.get('/health/live', policy, async () => ({ status: 'live' }));
  app.get('/health/ready', policy, async (request, reply) => {
    const sendStatus = (status: string) => reply.header('cache-control', 'no-store').send({ status });
    if (draining) return sendStatus('draining').status(503);
    try {
      await checkDatabase();
      return sendStatus('ready');
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready: the database is unavailable.');
      return reply.status(503).send({ status: 'database unavailable' });
    }
  });
}
