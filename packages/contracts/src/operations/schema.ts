import { z } from 'zod';

const moment = z.iso.datetime();
const JobId = z.string().regex(/^\d{1,18}$/);

export const FailedJob = z.object({
  id: JobId,
  task: z.string(),
  attempts: z.number().int(),
  error: z.string(),
  at: moment,
});
export type FailedJob = z.infer<typeof FailedJob>;
export const JobParams = z.object({ id: JobId });

/** Health and status of the system. */
export const SystemReport = z.object({
  version: z.string(),
  node: z.string(),
  postgres: z.string(),
  schema: z.string(),
  startedAt: moment,
  databaseMs: z.number(),
  redis: z.boolean(),
  workerSeenAt: moment.nullable(),
  queue: z.object({
    /** Counted up to 10,001. */
    waiting: z.number().int(),
    oldestDueAt: moment.nullable(),
    byTask: z.array(z.object({ task: z.string(), jobs: z.number().int() })),
  }),
  failedJobs: z.array(FailedJob),
  rules: z.array(z.object({ id: z.string(), rule: z.string(), violations: z.number().int() })),
  checkedAt: moment.nullable(),
});
export type SystemReport = z.infer<typeof SystemReport>;
