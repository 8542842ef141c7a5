import { constants } from 'node:fs';
import { access, copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@shop/contracts/common/time';

/** A page that was opened this long ago has been reloaded since. */
const KEPT_DAYS = 30;

/**
 * Copies the assets of this build to a directory that the web processes of all releases share, so that each of them
 * serves the files of the others: a page of one release loads its scripts from a process of another. Names contain a
 * hash of the content; a file appears under its name only when it is complete. Files that no process of the last 30
 * days has brought are deleted.
 */
export async function shareAssets(own: string, shared: string, now = new Date()) {
  await mkdir(shared, { recursive: true });
  for (const file of await listFiles(own)) {
    const target = join(shared, file);
    if (!(await exists(target))) {
      const incomplete = join(shared, `.${file}.${process.pid}`);
      await copyFile(join(own, file), incomplete);
      await rename(incomplete, target);
    }
    await utimes(target, now, now);
  }
  for (const file of await listFiles(shared)) {
    // Another process may delete the same file.
    const age = await stat(join(shared, file)).then(
      ({ mtimeMs }) => now.getTime() - mtimeMs,
      () => 0,
    );
    if (age > KEPT_DAYS * DAY_MS) await rm(join(shared, file), { force: true });
  }
}

const exists = (path: string) =>
  access(path, constants.F_OK).then(
    () => true,
    () => false,
  );

async function listFiles(directory: string) {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
