/**
 * Runs the unpacked image as its own user, without capabilities and with a read-only root, in bubblewrap. Writable are
 * /tmp and /data, as in compose.yaml; system calls are those of the systemd units.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Image } from './image.ts';
import { seccompProgram } from './syscall-filter.ts';
import { ROOT } from './tools.ts';

const USER = 10_001;
const SECCOMP_FD = 3;
const INFO_FD = 4;
const Information = z.object({ 'child-pid': z.number() });

type Settings = Record<string, string>;

/** `secrets` are files for the processes, named by `<NAME>_FILE`. */
export async function createSandbox(image: Image, { secrets, ...options }: { settings: Settings; secrets: Settings }) {
  const directory = mkdtempSync(join(tmpdir(), 'crystalline-image-'));
  const ownDirectory = (name: string) => {
    const path = mkdtempSync(join(directory, `${name}-`));
    chownSync(path, USER, USER);
    return path;
  };
  chownSync(directory, USER, USER);
  const data = ownDirectory('data');
  for (const name of ['media', 'erasures']) {
    mkdirSync(join(data, name));
    chownSync(join(data, name), USER, USER);
  }
  const settings = { ...options.settings };
  for (const [name, value] of Object.entries(secrets)) {
    writeFileSync(join(data, name), `${value}\n`);
    settings[`${name}_FILE`] = `/data/${name}`;
  }
  const filter = join(directory, 'filter');
  writeFileSync(filter, await seccompProgram(join(ROOT, 'ops/systemd/crystalline-api.service')));

  /** `temporary` is the directory mounted as /tmp. */
  function start(command: string[], env: Record<string, string> = {}, temporary = ownDirectory('tmp')) {
    const variables = { ...environmentOf(image), ...settings, ...env };
    const args = [
      ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--as-pid-1', '--new-session'],
      ...['--die-with-parent', '--cap-drop', 'ALL', '--clearenv', '--chdir', image.config.WorkingDir],
      ...['--ro-bind', image.directory, '/', '--proc', '/proc', '--dev', '/dev'],
      ...['--bind', temporary, '/tmp', '--bind', data, '/data'],
      ...['--seccomp', `${SECCOMP_FD}`, '--info-fd', `${INFO_FD}`],
      ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    ];
    const asUser = [`--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all'];
    const child = spawn('setpriv', [...asUser, '--no-new-privs', 'bwrap', ...args, '--', ...command], {
      stdio: ['pipe', 'pipe', 'inherit', openSync(filter, 'r'), 'pipe'],
    });
    return { child, temporary, stdout: child.stdout, info: child.stdio[INFO_FD] };
  }

  const entryPoint = (...args: string[]) => [...image.config.Entrypoint, ...args];

  return {
    /** Mounted as /data. */
    data,
    /** A command that ends; rejects when it fails, resolves with what it printed. */
    async run(command: string[], env: Record<string, string> = {}, temporary?: string) {
      const { child, stdout } = start(command, env, temporary);
      child.stdin?.end();
      const [output, [code]] = await Promise.all([stdout ? text(stdout) : '', once(child, 'exit')]);
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output.slice(-1_000)}`);
      return output;
    },
    entryPoint,
    /** A process that runs until it is stopped. */
    serve(name: string, env: Record<string, string>) {
      const { child, temporary, stdout, info } = start(entryPoint(name), env);
      stdout?.pipe(process.stderr);
      return {
        child,
        temporary,
        /** Sends SIGTERM to process 1 of the container; resolves with its exit code. */
        async stop() {
          if (child.exitCode !== null) return child.exitCode;
          if (!(info instanceof Readable)) throw new Error('bubblewrap has no information.');
          const { 'child-pid': pid } = Information.parse(JSON.parse(await text(info)));
          const ended = once(child, 'exit');
          process.kill(pid, 'SIGTERM');
          return Number((await ended)[0]);
        },
      };
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

const environmentOf = ({ config }: Image) =>
  Object.fromEntries(config.Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
