import { compareSchema } from '../../../apps/api/src/platform/database/migrate.ts';
import { findRoleRights, findServerInfo } from '../../../apps/api/src/platform/database/server-info.ts';
import { clockFinding } from './clock.ts';
import { type Finding, fail, ok, reasonOf, type StoreExamination, warn } from './finding.ts';

const OLDEST_VERSION = 150_000;

/** Whether the database answers: everything else about the store needs it. */
export async function checkServer({ config, db }: StoreExamination): Promise<Finding[]> {
  const { host, pathname } = new URL(config.databaseDirectUrl);
  const askedMs = Date.now();
  const { version, versionNumber, nowMs } = await findServerInfo(db);
  const clock = clockFinding('the database server', nowMs, askedMs, Date.now());
  const what = `PostgreSQL ${version} at ${host}, database ${decodeURIComponent(pathname.slice(1))}`;
  if (versionNumber < OLDEST_VERSION)
    return [fail('database', `${what}, is too old`, 'upgrade the server to PostgreSQL 15 or newer.'), clock];
  return [ok('database', what), clock];
}

export function unreachable({ config }: Pick<StoreExamination, 'config'>, error: unknown): Finding {
  const { host, pathname } = new URL(config.databaseDirectUrl);
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return fail(
    'database',
    `no connection to the database ${decodeURIComponent(pathname.slice(1))} at ${host} (${reasonOf(cause)})`,
    'start PostgreSQL, correct DATABASE_URL, or create the database with `npm run setup`.',
  );
}

export async function checkSchema({ db }: StoreExamination): Promise<Finding[]> {
  const { missing, unknown } = await compareSchema(db);
  const names = (list: string[]) =>
    `${list.slice(0, 3).join(', ')}${list.length > 3 ? ` and ${list.length - 3} more` : ''}`;
  if (missing.length > 0)
    return [fail('schema', `the database lacks ${names(missing)}`, 'run `npm run shop -- migrate`.')];
  const breaking = unknown.filter((migration) => migration.breaking).map(({ name }) => name);
  if (breaking.length > 0)
    return [fail('schema', `${names(breaking)} is of a newer release and breaks this one`, 'start the newer release.')];
  if (unknown.length > 0) {
    const newer = names(unknown.map(({ name }) => name));
    return [warn('schema', `${newer} is of a newer release`, 'fine during a roll-out or after a rollback.')];
  }
  return [ok('schema', 'up to date')];
}

export async function checkRole({ db }: StoreExamination): Promise<Finding[]> {
  const { role, isUnlimited, ownsTables, lacks } = await findRoleRights(db);
  if (lacks)
    return [fail('role', `${role} cannot use the table ${lacks}`, 'run `npm run shop -- migrate`, which grants it.')];
  if (isUnlimited || ownsTables)
    return [
      warn(
        'role',
        `${role} of DATABASE_URL can do more than read and write rows`,
        'give API and worker a role of their own, and set DATABASE_OWNER_URL for `npm run setup`.',
      ),
    ];
  return [ok('role', `${role} can read and write rows, and nothing else`)];
}
