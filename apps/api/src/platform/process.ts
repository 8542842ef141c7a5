import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isDatabaseUnavailable } from './database-errors.ts';

const STOP_WITHIN_MS = 10_000;
const DATABASE_WAIT_MS = 10_000;

/**
 * Runs one of the shop's processes. What hinders its start is told in plain words and ends it with 1;
 * SIGTERM and Ctrl-C call what `start` gave back and end it with 0.
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

/** A database that is just starting is waited for; one that stays away is named, with what to do. */
export async function waitForDatabase(pool: Pool, url: string) {
  const { host, pathname } = new URL(url);
  const giveUpAt = performance.now() + DATABASE_WAIT_MS;
  for (;;) {
    try {
      await pool.query('select');
      return;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '3D000')
        throw new Error(`The database ${pathname.slice(1)} does not exist yet. Create it with \`npm run setup\`.`);
      if (!isDatabaseUnavailable(error)) throw error;
      if (performance.now() > giveUpAt)
        throw new Error(
          `PostgreSQL cannot be reached at ${host}. Start it, for example with \`sudo pg_ctlcluster 15 main start\`, ` +
            'or let DATABASE_URL in .env name another server.',
        );
      await pause(500);
    }
  }
}
