import { Gauge, type Registry } from 'prom-client';
import type { Db } from '#db.ts';
import { listCheckResults } from './queries.ts';

/** What the last check of the books found. Without a database there is nothing to tell, and no reason to be silent. */
export function measureInvariants(register: Registry, db: Db) {
  const checkResults = () => listCheckResults(db).catch(() => []);

  new Gauge({
    name: 'invariant_violations',
    help: 'Rows that break a rule of the books, by rule. Anything above 0 needs a person.',
    labelNames: ['invariant'],
    registers: [register],
    async collect() {
      this.reset();
      for (const { invariant, violations } of await checkResults()) this.set({ invariant }, violations);
    },
  });
  new Gauge({
    name: 'invariant_check_age_seconds',
    help: 'How long ago the books were last checked. Above 600 no worker checks them.',
    registers: [register],
    async collect() {
      this.reset();
      const [oldest] = await checkResults();
      if (oldest) this.set(oldest.age);
    },
  });
}
