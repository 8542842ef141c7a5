import { Logger } from 'graphile-worker';
import type { Logger as Log } from 'pino';
import { z } from 'zod';

/** Job event of graphile-worker; payload and error message can contain names and email addresses. */
const JobEvent = z.object({
  job: z.object({
    id: z.string(),
    task_identifier: z.string(),
    attempts: z.number(),
    payload: z.object({ traceparent: z.string() }).optional().catch(undefined),
  }),
  duration: z.number().optional(),
  error: z.unknown().optional(),
  fatalError: z.unknown().optional(),
});

/** Logs jobs by id and task only, and errors without the values of a statement. */
export const queueLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    const write = log[level === 'warning' ? 'warn' : level].bind(log);
    const event = JobEvent.safeParse(meta).data;
    if (!event) return write(message);
    const { job, duration, error, fatalError } = event;
    const err = fatalError ?? error;
    // Undefined, and so left out, unless the job was enqueued with tracing on.
    const traceId = job.payload?.traceparent.split('-')[1];
    const line = { jobId: job.id, task: job.task_identifier, attempt: job.attempts, ms: duration, traceId };
    write(err === undefined ? line : { ...line, err }, err === undefined ? 'A job succeeded.' : 'A job failed.');
  });
