import { Gauge, type Registry } from '@shop/telemetry/metrics';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import { memoizeFor } from '#platform/memoize.ts';
import { countJobs, countUnsentEmails, findOldestDueAge, findWorkerHeartbeatAge } from './queue-queries.ts';

/** A second scraper, or a short interval, adds no statements. */
const MEMOIZED_MS = 10_000;

/** Queue, emails and worker as the database has them: the same in every API process, absent without a database. */
export function measureQueue(register: Registry, db: Db, log: Pick<FastifyBaseLogger, 'warn'>) {
  const readings = memoizeFor(MEMOIZED_MS, () =>
    readAll(db).catch((error: unknown) => {
      log.warn({ err: error }, 'The metrics lack queue, emails and worker: the database did not answer.');
      return undefined;
    }),
  );

  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs by task and state, of the first 100,000 in the queue.',
    labelNames: ['task', 'state'],
    registers: [register],
    async collect() {
      this.reset();
      for (const { task, state, jobs } of (await readings())?.jobs ?? []) this.set({ task, state }, jobs);
    },
  });
  const gauge = (name: string, help: string, read: (all: Readings) => number | null | undefined) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const all = await readings();
        const value = all && read(all);
        // `reset` would export a 0.
        if (typeof value === 'number') this.set(value);
        else this.remove();
      },
    });
  gauge(
    'queue_oldest_due_seconds',
    'How long the job that is due for longest has waited.',
    (all) => all.oldestDue.seconds,
  );
  gauge(
    'worker_heartbeat_age_seconds',
    'Seconds since a worker last ran the schedule, which it does every minute.',
    (all) => all.heartbeat.seconds,
  );
  gauge('email_messages_waiting', 'Emails to be sent, counted up to 100,000.', (all) => all.emails.waiting);
  gauge('email_oldest_waiting_seconds', 'Age of the oldest email to be sent.', (all) => all.emails.oldestSeconds);
  gauge('email_messages_failed', 'Emails given up in the last 24 hours.', (all) => all.emails.failed);
}

type Readings = Awaited<ReturnType<typeof readAll>>;

/** One after the other: all of them use the connection of the health checks. */
const readAll = async (db: Db) => ({
  jobs: await db.run(countJobs()),
  oldestDue: await db.run(findOldestDueAge()),
  heartbeat: await db.run(findWorkerHeartbeatAge()),
  emails: await db.run(countUnsentEmails()),
});
