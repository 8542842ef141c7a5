import type { FastifyInstance } from 'fastify';

/** Live: the process responds. Ready: it is not draining, and the API is ready. */
export function reportHealth(app: FastifyInstance, apiUrl: string) {
  let draining = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });

  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const respond = (code: number, status: string) =>
      reply.code(code).header('cache-control', 'no-store').send({ status });
    if (draining) return respond(503, 'draining');
    return (await isReady(apiUrl)) ? respond(200, 'ready') : respond(503, 'API not ready');
  });

  return {
    startDraining() {
      draining = true;
    },
  };
}

const isReady = (apiUrl: string) =>
  fetch(`${apiUrl}/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
    (response) => response.ok,
    () => false,
  );
