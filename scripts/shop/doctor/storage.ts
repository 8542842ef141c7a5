import { readFile, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { findServerInfo } from '../../../apps/api/src/platform/database/server-info.ts';
import {
  type Examination,
  type Finding,
  fail,
  formatAge,
  ok,
  reasonOf,
  type StoreExamination,
  warn,
} from './finding.ts';

const WARN_BELOW = 0.1;
const FAIL_BELOW = 0.05;
const GIB = 1024 ** 3;
const HOUR_S = 3_600;
/** A backup every day, and two hours for it to run. */
const WARN_AFTER_S = 26 * HOUR_S;
const FAIL_AFTER_S = 50 * HOUR_S;

type FreeSpace = { bavail: number; blocks: number; bsize: number };
type ReadSpace = (path: string) => Promise<FreeSpace>;

export async function checkDisks({ config }: Examination): Promise<Finding[]> {
  const media = config.media.driver === 'fs' ? [['MEDIA_DIR', config.media.directory] as const] : [];
  const places = [...media, ['ERASURES_DIR', config.erasuresDir] as const];
  return Promise.all(places.map(([name, path]) => diskFinding(name, resolve(path))));
}

/** Only where the server runs on this machine and lets its directory be seen. */
export async function checkDatabaseDisk({ db }: StoreExamination): Promise<Finding[]> {
  const { dataDirectory } = await findServerInfo(db);
  const space = dataDirectory && (await statfs(dataDirectory).catch(() => undefined));
  return space ? [spaceFinding('the data directory of PostgreSQL', space)] : [];
}

export async function diskFinding(name: string, path: string, readSpace: ReadSpace = statfs): Promise<Finding> {
  try {
    return spaceFinding(`${name} ${path}`, await readSpace(path));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    // It is created when it is first written: its parent says how much fits.
    if (code === 'ENOENT' && dirname(path) !== path) return diskFinding(name, dirname(path), readSpace);
    return fail('disk', `${name} ${path} cannot be read (${reasonOf(error)})`, 'set it to a directory.');
  }
}

function spaceFinding(place: string, { bavail, blocks, bsize }: FreeSpace) {
  const free = blocks > 0 ? bavail / blocks : 0;
  const what = `${place} has ${Math.floor(free * 100)} % free (${((bavail * bsize) / GIB).toFixed(1)} GB)`;
  const action = 'free space or enlarge the disk.';
  if (free < FAIL_BELOW) return fail('disk', what, action);
  return free < WARN_BELOW ? warn('disk', what, action) : ok('disk', what);
}

export async function checkBackups({ config, isPublic }: Examination): Promise<Finding[]> {
  const file = config.backupStatusFile;
  if (!file)
    return isPublic
      ? [
          warn(
            'backups',
            'nothing says when the last one succeeded',
            'let the backup write it, and set BACKUP_STATUS_FILE.',
          ),
        ]
      : [];
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined)
    return [fail('backups', `BACKUP_STATUS_FILE ${file} cannot be read`, 'check whether the backup runs at all.')];
  const stamp = /^backup_last_success_timestamp_seconds(?:\{[^}]*\})?\s+([\d.e+]+)/m.exec(text)?.[1];
  if (!stamp)
    return [
      fail(
        'backups',
        `${file} has no backup_last_success_timestamp_seconds`,
        'let the backup write that line with the Unix time after each success.',
      ),
    ];
  const age = Date.now() / 1_000 - Number(stamp);
  const what = `the last one succeeded ${formatAge(age)} ago`;
  if (age > FAIL_AFTER_S) return [fail('backups', what, 'look at the log of the backup, and run it now.')];
  return [age > WARN_AFTER_S ? warn('backups', what, 'look at the log of the backup.') : ok('backups', what)];
}
