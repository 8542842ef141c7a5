import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { hasSqlState, isDatabaseUnavailable } from '#platform/database/errors.ts';

const STOP_WITHIN_MS = 10_000;
const DATABASE_WAIT_MS = 10_000;

/**
 * Runs a process. A startup error is printed as its message and exits with 1; SIGTERM and SIGINT call the function that
 * `start` returned and exit with 0.
 */
export async function runProcess(start: () => Promise<() => Promise<void>>) {
  try {
    const stop = await start();
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
        void stop().finally(() => process.exit(0));
      });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Waits for a database that is starting; throws an error that says what to do if it stays unreachable. */
export async function waitForDatabase(pool: Pool, url: string) {
  const { host, pathname } = new URL(url);
  const giveUpAt = performance.now() + DATABASE_WAIT_MS;
  for (;;) {
    try {
      await pool.query('select');
      return;
    } catch (error) {
      if (hasSqlState(error, '3D000'))
        throw new Error(`The database ${pathname.slice(1)} does not exist yet. Create it with \`npm run setup\`.`);
      if (!isDatabaseUnavailable(error)) throw error;
      if (performance.now() > giveUpAt)
        throw new Error(
          `PostgreSQL cannot be reached at ${host}. Start it, for example with \`sudo pg_ctlcluster 15 main start\`, ` +
            'or set DATABASE_URL in .env to another server.',
        );
      await pause(500);
    }
  }
}
