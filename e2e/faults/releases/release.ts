/** A commit of the repository, installed and built in a directory of its own, as a release that processes are started from. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export type Release = {
  name: string;
  run: (script: string, env: Record<string, string>, ...args: string[]) => ChildProcess;
};

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** `RELEASE_FROM`, or the last tag, or the last commit before the newest migration. */
function previousCommit() {
  if (process.env.RELEASE_FROM) return git('rev-parse', process.env.RELEASE_FROM);
  const tag = git('tag', '--sort=-creatordate').split('\n')[0];
  if (tag) return git('rev-parse', `${tag}^{commit}`);
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'apps/api/migrations');
  return git('rev-parse', `${added}^`);
}

/** Installed and built once per commit, in `var/releases`. */
export async function previousRelease(): Promise<Release> {
  const commit = previousCommit();
  const directory = join(ROOT, 'var/releases', commit);
  if (!existsSync(join(directory, 'apps/web/build/server/index.js'))) {
    if (!existsSync(directory)) git('worktree', 'add', '--detach', directory, commit);
    for (const command of [
      ['ci', '--prefer-offline'],
      ['run', 'build'],
    ])
      await finish(spawn('npm', command, { cwd: directory, stdio: 'inherit' }));
  }
  return releaseIn(directory, commit.slice(0, 8));
}

export async function thisRelease(): Promise<Release> {
  if (!existsSync(join(ROOT, 'apps/web/build/server/index.js')))
    await finish(spawn('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' }));
  return releaseIn(ROOT, 'this release');
}

const releaseIn = (directory: string, name: string): Release => ({
  name,
  run: (script, env, ...args) =>
    spawn(process.execPath, [script, ...args], {
      cwd: directory,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
});

export async function finish(child: ChildProcess) {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}`);
}
