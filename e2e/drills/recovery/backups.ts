/** The backup of a drill: the scripts and the configuration of `ops`, with their places in a temporary directory. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { executeAsPostgres, ROOT } from './commands.ts';

export const POSTGRES_CONFIG = join(ROOT, 'ops/pgbackrest/postgresql.conf');
export const WORKSPACE = ['repository', 'files', 'log', 'lock', 'cache', 'media', 'erasures', 'settings'];
const STANZA = '--stanza=crystalline';

export type Backups = ReturnType<typeof backupsIn>;
type Place = { directory: string; data: string; port: number };
type Restored = { data: string; media: string; settings: string };

/** `data` and `port` are those of the cluster that is backed up. */
export function backupsIn({ directory, data, port }: Place, secrets = newSecrets(directory)) {
  const at = (name: string) => join(directory, name);
  const env = {
    PGBACKREST_CONFIG: join(ROOT, 'ops/pgbackrest/pgbackrest.conf'),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: `${port}`,
    PGBACKREST_PG1_SOCKET_PATH: join(data, '..'),
    PGBACKREST_PG1_USER: 'postgres',
    PGBACKREST_REPO1_PATH: at('repository'),
    PGBACKREST_REPO1_CIPHER_PASS: secrets.passphrase,
    PGBACKREST_LOG_PATH: at('log'),
    PGBACKREST_LOCK_PATH: at('lock'),
    RESTIC_REPOSITORY: at('files'),
    RESTIC_PASSWORD_FILE: secrets.passwordFile,
    CACHE_DIRECTORY: at('cache'),
    MEDIA_DIR: at('media'),
    ERASURES_DIR: at('erasures'),
    BACKUP_SETTINGS_DIR: at('settings'),
    BACKUP_STATUS_FILE: join(at('log'), 'backup.prom'),
  };
  const script = (name: string, ...args: string[]) =>
    executeAsPostgres([join(ROOT, 'ops/backup', name), ...args], { env, output: 'print' });
  return {
    /** Also for the server, whose archive command reads it. */
    env,
    /** The same repositories, for another cluster. */
    ofCluster: (cluster: Omit<Place, 'directory'>) => backupsIn({ directory, ...cluster }, secrets),
    async create() {
      await executeAsPostgres(['pgbackrest', STANZA, 'stanza-create'], { env });
      await executeAsPostgres(['restic', 'init', '--quiet'], { env });
    },
    backUp: (...options: string[]) => script('backup', ...options),
    /** Archives the unfinished WAL segment, without which the last commits could not be restored. */
    archiveRest: () => executeAsPostgres(['pgbackrest', STANZA, 'check'], { env }),
    restore: (to: Date, { data: restored, media, settings }: Restored) =>
      script('restore', '--data', restored, '--to', to.toISOString(), '--media', media, '--settings', settings),
    list: () => executeAsPostgres(['pgbackrest', STANZA, 'info'], { env, output: 'read' }),
    /** When the last backup succeeded, as the node exporter reports it. */
    lastSuccess: () => Number(/seconds (\d+)$/m.exec(readFileSync(env.BACKUP_STATUS_FILE, 'utf8'))?.[1]) * 1_000,
  };
}

function newSecrets(directory: string) {
  const passwordFile = join(directory, 'restic-password');
  writeFileSync(passwordFile, randomBytes(32).toString('base64url'));
  return { passphrase: randomBytes(48).toString('base64url'), passwordFile };
}
