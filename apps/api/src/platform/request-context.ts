import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** What a job inherits from the request that caused it. */
const RequestContext = z.object({
  requestId: z.string().optional(),
  /** The span that enqueued the job, while tracing is on. */
  traceparent: z.string().optional(),
});
type RequestContext = z.infer<typeof RequestContext>;

/** The key of a job's payload under which it carries its context. No task has a field of this name. */
const META = 'meta';
const Payload = z.object({ [META]: RequestContext });

const contexts = new AsyncLocalStorage<RequestContext>();

export const currentContext = () => contexts.getStore();

/** Entered again after the body was parsed, whose events come from the connection and not from the request. */
export function trackRequests(app: FastifyInstance) {
  const enter = ({ id: requestId }: FastifyRequest, _reply: unknown, done: () => void) =>
    contexts.run({ requestId }, done);
  app.addHook('onRequest', enter);
  app.addHook('preValidation', enter);
}

/** The payload with the context of the request, or of the job, that runs now. */
export function withContext(payload: object, trace: Pick<RequestContext, 'traceparent'>): object {
  const { requestId } = currentContext() ?? {};
  return requestId || trace.traceparent ? { ...payload, [META]: { requestId, ...trace } } : payload;
}

export const contextOf = (payload: unknown) => Payload.safeParse(payload).data?.[META];

/** Runs a job in the context its payload carries: jobs that it enqueues inherit it. */
export function runInContextOf<T>(payload: unknown, work: () => Promise<T>): Promise<T> {
  const context = contextOf(payload);
  return context ? contexts.run(context, work) : work();
}
