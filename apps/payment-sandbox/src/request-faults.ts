import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendProviderFailure } from './errors.ts';
import { faultList, type RequestFault } from './faults.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fault applied after the request was processed. */
    responseFault: 'lose-response' | 'bad-json' | null;
  }
}

const Params = z.object({ id: z.string().optional() });

/** Applies the set faults to routes registered after this call. */
export function requestFaults(app: FastifyInstance, closing: AbortSignal) {
  const routes: string[] = [];
  const faults = faultList<RequestFault>(routes);

  app.decorateRequest('responseFault', null);
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') routes.push(`${method} ${url}`);
  });

  // After the whole request was read, as a delayed request must still be processed.
  app.addHook('preHandler', async (request, reply) => {
    const { id } = Params.parse(request.params);
    for (const fault of faults.strike(`${request.method} ${request.routeOptions.url}`, id))
      switch (fault.do) {
        case 'latency':
          // The request is processed after the delay, even if the client has disconnected.
          await pause(fault.ms, undefined, { signal: closing });
          break;
        case 'hang':
          return reply.hijack();
        case 'reset':
          reply.hijack();
          request.raw.socket.resetAndDestroy();
          return reply;
        case 'status':
          return sendProviderFailure(reply, fault.status);
        default:
          request.responseFault = fault.do;
      }
  });

  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.responseFault === 'lose-response') request.raw.socket.destroy();
    return request.responseFault === 'bad-json' ? String(payload).slice(0, -10) : payload;
  });
  return faults;
}
