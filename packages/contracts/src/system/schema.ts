import { z } from 'zod';
import { Moment } from '../common/schema.ts';

const JobId = z.string().regex(/^\d{1,18}$/);

export const FailedJob = z
  .object({
    id: JobId.describe('A whole number, as text.'),
    task: z.string().describe('The job type, such as `send_email`.'),
    attempts: z.number().int().describe('How often it was run.'),
    error: z.string().describe('The first 500 characters of the last error; empty if none is known.'),
    at: Moment.describe('When it was last run.'),
  })
  .meta({
    id: 'FailedJob',
    description:
      'A background job that has used up its attempts. What it was about is not shown: it can hold a secret.',
  });
export type FailedJob = z.infer<typeof FailedJob>;
export const JobParams = z.object({ id: JobId.describe('The id of the failed job.') });

export const SystemReport = z
  .object({
    version: z.string().describe('The release that runs.'),
    node: z.string().describe('The version of Node.js.'),
    postgres: z.string().describe('The version of the PostgreSQL server.'),
    schema: z.string().describe('The name of the latest migration of the database.'),
    startedAt: Moment.describe('When the process that responds was started.'),
    databaseMs: z.number().describe('Milliseconds that a query took just now.'),
    redis: z.boolean().describe('Whether Redis is connected; the store keeps working without it.'),
    workerSeenAt: Moment.nullable().describe(
      'When a background worker last ran its schedule, which it does every minute; null if never.',
    ),
    queue: z
      .object({
        waiting: z
          .number()
          .int()
          .describe('Jobs with attempts left, counted up to 10,001, which means more than 10,000.'),
        oldestDueAt: Moment.nullable().describe(
          'When the oldest job that is due should have run; null if none is due.',
        ),
        byTask: z
          .array(
            z.object({
              task: z.string().describe('The job type, such as `send_email`.'),
              jobs: z.number().int().describe('Jobs of this type that wait.'),
            }),
          )
          .describe('The waiting jobs by type, most first.'),
      })
      .describe('Background jobs that were queued and have not been completed.'),
    failedJobs: z.array(FailedJob).describe('The 50 newest.'),
    rules: z
      .array(
        z.object({
          id: z.string().describe('The code of the check, such as `I16`.'),
          rule: z.string().describe('What must be true of every record, as a text.'),
          violations: z.number().int().describe('Records that fail the check; 0: it has passed.'),
        }),
      )
      .describe('The results of the data integrity checks, which run every 5 minutes.'),
    checkedAt: Moment.nullable().describe('When the data integrity checks last ran; null before the first time.'),
  })
  .meta({
    id: 'SystemReport',
    description: 'Whether the store works: its processes, job queue and data integrity checks.',
  });
export type SystemReport = z.infer<typeof SystemReport>;
