import { Counter } from '@shop/telemetry/metrics';
import type { Pool } from 'pg';

/** Of this process: also those that a retry hides. PostgreSQL itself reports them up to a minute late. */
export const deadlocks = new Counter({
  name: 'database_deadlocks_total',
  help: 'Transactions that PostgreSQL ended because of a deadlock.',
  registers: [],
});

const DEADLOCK_DETECTED = '40P01';

/** Counts the server's own messages, so that no caller can miss one: single statements, savepoints, retried jobs. */
export function countDeadlocks(pool: Pool) {
  pool.on('connect', ({ connection }) =>
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === DEADLOCK_DETECTED) deadlocks.inc();
    }),
  );
}
