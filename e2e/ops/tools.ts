/** External programs: installed from Debian when missing, run with their output captured. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Ignored by git; keeps what is slow to fetch between two runs. */
export const CACHE = join(ROOT, 'var/ops');

const DIRECTORIES = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
const isInstalled = (program: string) => DIRECTORIES.some((directory) => existsSync(join(directory, program)));

export function findProgram(name: string) {
  const directory = DIRECTORIES.find((candidate) => existsSync(join(candidate, name)));
  if (!directory) throw new Error(`${name} is not installed.`);
  return join(directory, name);
}

type Options = { cwd?: string; env?: Record<string, string> };

/** Resolves with standard output; an error has what the program printed. */
export async function run(program: string, args: string[], { cwd = ROOT, env = {} }: Options = {}) {
  const options = {
    cwd,
    env: { ...process.env, ...env, PATH: DIRECTORIES.join(delimiter) },
    maxBuffer: 64 * 1_024 ** 2,
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, options);
    return { stdout, stderr };
  } catch (error) {
    const printed = error instanceof Error && 'stdout' in error && 'stderr' in error;
    const output = (printed ? `${error.stdout}${error.stderr}`.trim() : '') || String(error);
    throw new Error(`${program} ${args[0] ?? ''}: ${output.slice(-2_000)}`, { cause: error });
  }
}

/** Program → Debian package. */
export async function installTools(packages: Record<string, string>) {
  const missing = Object.entries(packages)
    .filter(([program]) => !isInstalled(program))
    .map(([, name]) => name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !isInstalled('apt-get')) throw new Error(`Please install: ${missing.join(' ')}`);
  console.log(`Installing ${missing.join(' ')}`);
  await run('apt-get', ['update', '-q']);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}
