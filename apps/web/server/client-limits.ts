import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendError } from './error-responses.ts';

const WINDOW_MS = 5_000;
/** Of one client in a window, files included: more than the limits of pages and of the API allow together. */
const REQUESTS_PER_WINDOW = 1_000;

/** An IPv6 /64 network is one client. A connection that the client has closed meanwhile has no address. */
export const clientOf = ({ ip = '' }: { ip?: string }) => normalizeIP(ip);

/**
 * Whether a client has exceeded `max` in the current window. Counted per process, without shared state, for the 5,000
 * clients seen last.
 */
export async function createClientLimit(app: FastifyInstance, max: number) {
  if (!app.hasDecorator('createRateLimit')) await app.register(rateLimit, { global: false });
  const count = app.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator: clientOf });
  return async (request: FastifyRequest) => {
    const result = await count(request);
    return !result.isAllowed && result.isExceeded;
  };
}

/**
 * Sheds the flood of one client before any other work. A rejection here takes 0.3 ms of CPU time, one that is forwarded
 * to the API 1.2 ms.
 */
export async function limitRequests(app: FastifyInstance, factor: number) {
  const isOverLimit = await createClientLimit(app, REQUESTS_PER_WINDOW * factor);
  app.addHook('onRequest', async (request, reply) => {
    if (await isOverLimit(request)) return sendError(request, reply, 429);
  });
}
