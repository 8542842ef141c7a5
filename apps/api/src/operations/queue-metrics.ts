import { Gauge, type Registry } from '@shop/telemetry/metrics';
import type { Db } from '#platform/database/db.ts';
import { memoizeFor } from '#platform/memoize.ts';
import { countJobs, countUnsentEmails, findOldestDueSeconds, findWorkerHeartbeatAge } from './queue-queries.ts';

/** A second scraper, or a short interval, adds no statements. */
const MEMOIZED_MS = 10_000;

/** Queue, emails and worker as the database has them: the same in every API process, absent without a database. */
export function measureQueue(register: Registry, db: Db) {
  const readAll = memoizeFor(MEMOIZED_MS, async () => ({
    jobs: await countJobs(db),
    oldestDueSeconds: await findOldestDueSeconds(db),
    heartbeatAge: await findWorkerHeartbeatAge(db),
    emails: await countUnsentEmails(db),
  }));
  type Readings = Awaited<ReturnType<typeof readAll>>;
  const readings = () => readAll().catch(() => undefined);

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
    (all) => all.oldestDueSeconds,
  );
  gauge(
    'worker_heartbeat_age_seconds',
    'Seconds since a worker last ran the schedule, which it does every minute.',
    (all) => all.heartbeatAge,
  );
  gauge('email_messages_waiting', 'Emails to be sent, counted up to 100,000.', (all) => all.emails?.waiting);
  gauge('email_oldest_waiting_seconds', 'Age of the oldest email to be sent.', (all) => all.emails?.oldestSeconds);
  gauge('email_messages_failed', 'Emails given up in the last 24 hours.', (all) => all.emails?.failed);
}
