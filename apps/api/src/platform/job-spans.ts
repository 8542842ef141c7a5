import { reportError } from '@shop/telemetry/error-reports';
import {
  activeTraceparent,
  endSpan,
  inChildSpan,
  inConsumerSpan,
  isTracing,
  SpanKind,
  startChildSpan,
  traceparentOf,
} from '@shop/telemetry/tracing';
import type { Job } from 'graphile-worker';
import { contextOf } from './request-context.ts';

const attributesOf = (task: string, operation: 'send' | 'process') => ({
  'messaging.system': 'graphile-worker',
  'messaging.destination.name': task,
  'messaging.operation.name': operation,
  'messaging.operation.type': operation,
});

const producerSpan = (task: string) => ({ kind: SpanKind.PRODUCER, attributes: attributesOf(task, 'send') });

/** `traceparent` becomes part of the job's context: with it the job continues the trace that caused it. */
export const inProducerSpan = <T>(task: string, enqueue: (trace: { traceparent?: string }) => Promise<T>) =>
  isTracing()
    ? inChildSpan(`send ${task}`, producerSpan(task), () => enqueue({ traceparent: activeTraceparent() }))
    : enqueue({});

/** For one of several jobs that are enqueued together: a span without a duration. */
export function createProducerSpan(task: string): { traceparent?: string } {
  const span = startChildSpan(`send ${task}`, producerSpan(task));
  if (!span) return {};
  endSpan(span);
  return { traceparent: traceparentOf(span) };
}

type RunningJob = Pick<Job, 'task_identifier' | 'attempts' | 'max_attempts'>;

/** A span for the job, and an error report when its last attempt fails. */
export async function observeJob<T>(job: RunningJob, payload: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await inJobSpan(job, payload, work);
  } catch (error) {
    if (job.attempts >= job.max_attempts)
      reportError(error, { task: job.task_identifier, requestId: contextOf(payload)?.requestId });
    throw error;
  }
}

const inJobSpan = <T>({ task_identifier: task, attempts }: RunningJob, payload: unknown, work: () => Promise<T>) =>
  isTracing()
    ? inConsumerSpan(
        `process ${task}`,
        {
          traceparent: contextOf(payload)?.traceparent,
          attributes: { ...attributesOf(task, 'process'), 'crystalline.attempt': attempts },
        },
        work,
      )
    : work();
