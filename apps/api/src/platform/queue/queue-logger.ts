import { Logger } from 'graphile-worker';
import type { Logger as Log } from 'pino';
import { z } from 'zod';
import { contextOf } from '#platform/request-context.ts';

/** Job event of graphile-worker; payload and error message can contain names and email addresses. */
const JobEvent = z.object({
  job: z.object({ id: z.string(), task_identifier: z.string(), attempts: z.number(), payload: z.unknown() }),
  duration: z.number().optional(),
  error: z.unknown().optional(),
  fatalError: z.unknown().optional(),
});

/** Logs jobs by id, task and request id only, and errors without the values of a statement. */
export const queueLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    const write = log[level === 'warning' ? 'warn' : level].bind(log);
    const event = JobEvent.safeParse(meta).data;
    if (!event) return write(message);
    const { job, duration, error, fatalError } = event;
    const err = fatalError ?? error;
    const { id: jobId, task_identifier: task, attempts: attempt, payload } = job;
    const { requestId, traceparent } = contextOf(payload) ?? {};
    // Undefined, and so left out, unless the job was enqueued with tracing on.
    const traceId = traceparent?.split('-')[1];
    const line = { jobId, task, attempt, ms: duration, requestId, traceId };
    write(err === undefined ? line : { ...line, err }, err === undefined ? 'A job succeeded.' : 'A job failed.');
  });
