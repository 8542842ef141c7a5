import { concurrently } from 'concurrently';

type Process = { name: string; command: string; env?: Record<string, string> };

/** Runs the processes in parallel, with the process name before each log line; Ctrl-C stops all. */
export async function runTogether(processes: Process[], { restart }: { restart: boolean }) {
  const { result } = concurrently(processes, {
    prefix: 'name',
    padPrefix: true,
    prefixColors: 'auto',
    handleInput: false,
    ...(restart ? { restartTries: -1, restartDelay: 1000 } : { killOthersOn: ['failure'] }),
  });
  await result.catch(() => {
    process.exitCode = 1;
  });
}
