import { Logger } from 'graphile-worker';
import type { Logger as Log } from 'pino';
import { z } from 'zod';

/** What graphile-worker says about a job; its payload and the words of its error may hold names and email addresses. */
const JobEvent = z.object({
  job: z.object({ id: z.string(), task_identifier: z.string(), attempts: z.number() }),
  duration: z.number().optional(),
  error: z.unknown().optional(),
  fatalError: z.unknown().optional(),
});

/** Jobs by id and task alone; errors as everywhere, without the values of a statement. */
export const queueLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    const write = log[level === 'warning' ? 'warn' : level].bind(log);
    const event = JobEvent.safeParse(meta).data;
    if (!event) return write(message);
    const { job, duration, error, fatalError } = event;
    const err = fatalError ?? error;
    const line = { jobId: job.id, task: job.task_identifier, attempt: job.attempts, ms: duration };
    write(err === undefined ? line : { ...line, err }, err === undefined ? 'A job is done.' : 'A job failed.');
  });
