import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#platform/database/db.ts';
import { hasSqlState, isDatabaseUnavailable } from '#platform/database/errors.ts';
import { PROBE } from '#platform/database/server-info.ts';

const DATABASE_WAIT_MS = 10_000;

/** Waits for a database that is starting; throws an error that says what to do if it stays unreachable. */
export async function waitForDatabase(db: Db, url: string) {
  const { host, pathname } = new URL(url);
  const giveUpAt = performance.now() + DATABASE_WAIT_MS;
  for (;;) {
    try {
      await db.run(PROBE);
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
