/** CPU time and memory of processes and of a PostgreSQL server on this machine, from /proc. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

type Stat = { pid: number; parent: number; ownMs: number; endedChildrenMs: number };

/** Undefined when the process has ended. */
function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces.
    const [, parent, ...fields] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ms = (...ticks: (number | undefined)[]) =>
      ticks.reduce<number>((sum, each) => sum + (each ?? 0), 0) * (1_000 / TICKS_PER_SECOND);
    return { pid, parent: parent ?? 0, ownMs: ms(fields[9], fields[10]), endedChildrenMs: ms(fields[11], fields[12]) };
  } catch {
    return undefined;
  }
}

/** Milliseconds of CPU time that a process, its threads and its ended children have used. */
export function cpuOf(pid: number) {
  const stat = readStat(pid);
  if (!stat) throw new Error(`Process ${pid} has ended.`);
  return stat.ownMs + stat.endedChildrenMs;
}

/** The same for a PostgreSQL server with all its backends, found by the process id of one of them. */
export function cpuOfPostgres(backend: number) {
  const postmaster = readStat(backend)?.parent;
  if (!postmaster) throw new Error('PostgreSQL does not run on this machine.');
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .map(readStat)
    .filter((stat) => stat?.parent === postmaster);
  return cpuOf(postmaster) + children.reduce((sum, stat) => sum + (stat?.ownMs ?? 0), 0);
}

/** CPU time of these processes and of the open connections of a database, which are found by their titles. */
export function cpuByProcess(pids: number[], databaseUrl?: string) {
  const database = databaseUrl && new URL(databaseUrl).pathname.slice(1);
  const connections = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && database && isConnection(titleOf(pid), database));
  return new Map([
    ...pids.map((pid) => [pid, cpuOf(pid)] as const),
    ...connections.map((pid) => [pid, readStat(pid)?.ownMs ?? 0] as const),
  ]);
}

const isConnection = (title: string, database: string) =>
  title.startsWith('postgres:') && title.includes(` ${database} `);

function titleOf(pid: number) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Resident memory of a process. */
export const residentMegabytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
