import { Gauge, type Registry } from '@shop/telemetry/metrics';
import type { Db } from '#platform/database/db.ts';
import { listCheckResults } from './invariant-queries.ts';

/** Results of the last data integrity check. Without a database they are empty; the other metrics are still sent. */
export function measureInvariants(register: Registry, db: Db) {
  const checkResults = () => db.run(listCheckResults()).catch(() => []);

  new Gauge({
    name: 'invariant_violations',
    help: 'Records that fail a data integrity check, by check. Any value above 0 needs attention.',
    labelNames: ['invariant'],
    registers: [register],
    async collect() {
      this.reset();
      for (const { invariant, violations } of await checkResults()) this.set({ invariant }, violations);
    },
  });
  new Gauge({
    name: 'invariant_check_age_seconds',
    help: 'Seconds since the last data integrity check. Above 600, no worker is running them.',
    registers: [register],
    async collect() {
      const [oldest] = await checkResults();
      // `reset` would export a 0.
      if (oldest) this.set(oldest.age);
      else this.remove();
    },
  });
  new Gauge({
    name: 'invariant_full_check_age_seconds',
    help: 'Seconds since the last data integrity check of the whole store, which runs every night.',
    registers: [register],
    async collect() {
      const [first] = await checkResults();
      if (typeof first?.fullAge === 'number') this.set(first.fullAge);
      else this.remove();
    },
  });
}
