/** A commit of the repository, installed and built in a directory of its own, as a release that processes are started from. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execute, ROOT } from '../../drills/recovery/commands.ts';
import { findPreviousRelease } from '../../drills/recovery/releases.ts';
import { isBuilt, nodeArguments } from '../../support/node-arguments.ts';
import { buildIfMissing, waitForExit } from '../../support/shop.ts';

const git = (...args: string[]) => execute(['git', ...args], { output: 'read' });

export type Release = {
  name: string;
  directory: string;
  run: (script: string, env: Record<string, string>, ...args: string[]) => ChildProcess;
};

/** `RELEASE_FROM`, or the last tag, or the last commit before the newest migration. Built once, in `var/releases`. */
export async function previousRelease(): Promise<Release> {
  const from = process.env.RELEASE_FROM;
  const commit = from ? (await git('rev-parse', from)).trim() : (await findPreviousRelease()).commit;
  const directory = join(ROOT, 'var/releases', commit);
  if (!isBuilt(directory)) {
    if (!existsSync(directory)) await git('worktree', 'add', '--detach', directory, commit);
    for (const command of [
      ['ci', '--prefer-offline'],
      ['run', 'build'],
    ])
      await waitForExit(spawn('npm', command, { cwd: directory, stdio: 'inherit' }));
  }
  return releaseIn(directory, commit.slice(0, 8));
}

export async function thisRelease(): Promise<Release> {
  await buildIfMissing();
  return releaseIn(ROOT, 'this release');
}

const releaseIn = (directory: string, name: string): Release => ({
  name,
  directory,
  run: (script, env, ...args) =>
    spawn(process.execPath, [...nodeArguments(directory, script), ...args], {
      cwd: directory,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
});
