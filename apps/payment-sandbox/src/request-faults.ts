import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sendProviderFailure } from './errors.ts';
import { faultList, type RequestFault } from './faults.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is to go wrong after the work is done. */
    responseFault: 'lose-response' | 'bad-json' | null;
  }
}

/** Lets the routes that are registered from now on fail as they are told. */
export function requestFaults(app: FastifyInstance, closing: AbortSignal) {
  const routes: string[] = [];
  const faults = faultList<RequestFault>(routes);

  app.decorateRequest('responseFault', null);
  app.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') routes.push(`${method} ${url}`);
  });

  // Only when the whole request has been read: one that acts late must still know what it was asked.
  app.addHook('preHandler', async (request, reply) => {
    for (const fault of faults.strike(`${request.method} ${request.routeOptions.url}`))
      switch (fault.do) {
        case 'latency':
          // The work is done after the wait even if the client has left by then, as in life.
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
