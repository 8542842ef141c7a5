import { AsyncResource } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Listener = (request: FastifyRequest, reply: FastifyReply) => void;

/** More than any handler takes. */
const GIVE_UP_MS = 15_000;
/** nginx's status for a client that disconnected, where there was no answer: for example with half a body. */
const CLIENT_CLOSED = 499;

declare module 'fastify' {
  interface FastifyInstance {
    requestEndListeners?: Listener[];
  }
  interface FastifyRequest {
    /** To be called where a response is sent without Fastify, to a client that may have disconnected. */
    markAnswered?: () => void;
  }
}

/**
 * Calls the listener once for every request: when its response was sent or, where the client disconnected before, as soon
 * as its status is known. Fastify's `onResponse` does not run for a client that has disconnected. Register it before
 * the hooks that may reject a request; it runs in their asynchronous context.
 */
export function onRequestEnd(app: FastifyInstance, listener: Listener) {
  if (app.requestEndListeners) return void app.requestEndListeners.push(listener);
  const listeners = [listener];
  app.decorate('requestEndListeners', listeners);
  app.decorateRequest('markAnswered', undefined);

  app.addHook('onRequest', (request, reply, done) => {
    let [isClosed, isAnswered, timer]: [boolean, boolean, NodeJS.Timeout?] = [false, false];
    const end = AsyncResource.bind(() => {
      clearTimeout(timer);
      request.markAnswered = undefined;
      for (const listen of listeners) listen(request, reply);
    });
    request.markAnswered = () => {
      // Later hooks may still change the status.
      if (isClosed && !isAnswered) setImmediate(end);
      isAnswered = true;
    };
    reply.raw.once('close', () => {
      isClosed = true;
      if (isAnswered || reply.sent) end();
      else
        timer = setTimeout(() => {
          reply.raw.statusCode = CLIENT_CLOSED;
          request.markAnswered?.();
        }, GIVE_UP_MS).unref();
    });
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.markAnswered?.();
    done(null, payload);
  });
}
