import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns readiness red and asks every client to reconnect elsewhere; requests are still answered. */
    startDraining: () => void;
  }
}

/**
 * Live: the event loop answers. Ready: requests may be sent here, because PostgreSQL answers, each pool that serves
 * requests has a client to lend or is only busy, and the process is not on its way out. Redis is no part of it.
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
      request.log.warn({ err: error }, 'Not ready: the database cannot be used.');
      return reply.status(503).send({ status: 'database unavailable' });
    }
  });
}
