import type { FastifyInstance } from 'fastify';

/** Less than the second in which many load balancers expect an answer. */
const API_TIMEOUT_MS = 500;

/**
 * Live: the process responds. Ready: it is not draining. Without the API it still shows error pages that offer to try
 * again, and the load balancer has nothing better: the state of the API is only reported.
 */
export function reportHealth(app: FastifyInstance, apiUrl: string) {
  let draining = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  const checkReadiness = async () => {
    const api = (await isReady(apiUrl)) ? 'ready' : 'not ready';
    return { ready: !draining, body: { status: draining ? 'draining' : 'ready', api } };
  };

  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'live' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const { ready, body } = await checkReadiness();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body);
  });

  return {
    checkReadiness,
    startDraining() {
      draining = true;
    },
  };
}

const isReady = (apiUrl: string) =>
  fetch(`${apiUrl}/health/ready`, { signal: AbortSignal.timeout(API_TIMEOUT_MS) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
