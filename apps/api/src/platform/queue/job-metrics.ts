import { Gauge, Histogram, type Registry } from '@shop/telemetry/metrics';
import type { Task, TaskList } from 'graphile-worker';

/** From a notification to the check of all data. */
const JOB_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The tasks, with the time that each job takes in this process. */
export function measureTasks(register: Registry, tasks: TaskList): TaskList {
  const duration = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time of one attempt of a job, by task and outcome.',
    labelNames: ['task', 'outcome'],
    buckets: JOB_SECONDS,
    registers: [register],
  });
  const running = new Gauge({ name: 'jobs_running', help: 'Jobs that run in this process.', registers: [register] });

  const measured =
    (name: string, run: Task): Task =>
    async (...args) => {
      const stopTimer = duration.startTimer({ task: name });
      running.inc();
      let outcome = 'failed';
      try {
        await run(...args);
        outcome = 'done';
      } finally {
        running.dec();
        stopTimer({ outcome });
      }
    };
  return Object.fromEntries(
    Object.entries(tasks).flatMap(([name, run]) => (run ? [[name, measured(name, run)] as const] : [])),
  );
}
