import { readConfig } from '../../apps/api/src/platform/config.ts';
import { Connection } from '../../apps/api/src/platform/database/connection.ts';
import type { Db } from '../../apps/api/src/platform/database/db.ts';

/** Runs the work with the role of API and worker. 0: statements have no time limit. */
export async function withDatabase<T>(statementTimeoutMs: number, work: (db: Db) => Promise<T>, connections = 1) {
  const { db, close } = new Connection({
    url: readConfig(process.env).databaseDirectUrl,
    applicationName: 'crystalline-shop',
    max: connections,
    statementTimeoutMs,
    onError: console.error,
  });
  return work(db).finally(close);
}
