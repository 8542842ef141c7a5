import { concurrently } from 'concurrently';

type Process = { name: string; command: string; env?: Record<string, string> };

/** A process that fails this often without running for a minute in between, such as one whose port is taken, never will. */
const FAILURES_MAX = 5;
const RUNS_AFTER_SECONDS = 60;
const RESTART_DELAY_MS = 1_000;

/** Starts the processes in parallel, with the process name before each log line. */
export function startAll(processes: Process[]) {
  const { commands, result } = concurrently(processes, {
    prefix: 'name',
    padPrefix: true,
    prefixColors: 'auto',
    handleInput: false,
  });
  // Settles when each has ended once, whether or not it was started again.
  result.catch(() => {});
  return commands;
}

/**
 * Runs the processes; Ctrl-C stops all. One that fails is started again; if it fails again and again, all are stopped and
 * the exit code is 1.
 */
export function runTogether(processes: Process[]) {
  const commands = startAll(processes);
  let isStopping = false;
  for (const command of commands) {
    let failures = 0;
    command.close.subscribe(({ exitCode, timings }) => {
      if (isStopping || exitCode === 0) return;
      failures = timings.durationSeconds < RUNS_AFTER_SECONDS ? failures + 1 : 1;
      if (failures < FAILURES_MAX) {
        setTimeout(() => !isStopping && command.start(), RESTART_DELAY_MS);
        return;
      }
      isStopping = true;
      process.exitCode = 1;
      console.error(
        `The process "${command.name}" failed ${FAILURES_MAX} times in a row; its last lines say why. All processes are stopped.`,
      );
      for (const other of commands) other.kill('SIGTERM');
    });
  }
}
