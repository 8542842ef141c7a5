/** Programs of the system, for drills on clusters and backups of their own. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { waitForExit } from '../../support/shop.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const isRoot = process.getuid?.() === 0;

type Env = Record<string, string>;
type Options = { env?: Env; cwd?: string; output?: 'print' | 'read' | 'drop' };

/** Rejects when the command fails. Returns its output if that is `read`. */
export async function execute(command: string[], { env = {}, cwd = ROOT, output = 'drop' }: Options = {}) {
  const [file = '', ...args] = command;
  const stdout = ({ print: 'inherit', read: 'pipe', drop: 'ignore' } as const)[output];
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', stdout, 'inherit'] });
  const [printed] = await Promise.all([child.stdout ? text(child.stdout) : '', waitForExit(child)]);
  return printed;
}

/** PostgreSQL refuses to run as root; its backups belong to its user too. */
export const executeAsPostgres = (command: string[], options: Options = {}) =>
  execute(isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command, options);

/** Installs the Debian packages of programs that are missing; both have the same name. */
export async function ensurePrograms(...programs: string[]) {
  const missing = programs.filter((program) => !existsSync(join('/usr/bin', program)));
  if (missing.length === 0) return;
  if (!isRoot) throw new Error(`Please install ${missing.join(' and ')}.`);
  console.log(`Installing ${missing.join(' and ')}.`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await execute(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
}

/** A directory that every user can read and write, with `subdirectories` like it; `remove` deletes it. */
export function aWorkspace(prefix: string, subdirectories: string[] = []) {
  const directory = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(directory, 0o777);
  for (const name of subdirectories) {
    mkdirSync(join(directory, name));
    chmodSync(join(directory, name), 0o777);
  }
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
