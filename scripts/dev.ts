import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, watch } from 'node:fs';
import { basename } from 'node:path';
import { readConfig } from '../apps/api/src/platform/config.ts';
import { startAll } from './processes.ts';
import { prepareSchema, START_POSTGRES } from './shop/schema.ts';

const MIGRATIONS = 'apps/api/migrations';
const SERVER_CODE = ['apps/api/src', ...globSync('packages/*/src')];
/** The code of each process, any change of which restarts it: also a file that the process has failed to find. */
const CODE: Record<string, string[]> = {
  api: SERVER_CODE,
  worker: SERVER_CODE,
  pay: ['apps/payment-sandbox/src'],
  // Vite watches that of the web app itself.
};
/** A change of branch writes many files, an editor one in several steps. */
const SETTLED_AFTER_MS = 200;
const RETRY_MAX_MS = 30_000;
const RUNS_AFTER_SECONDS = 60;

if (existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV = 'development';
// A second store on this machine then only needs other ports for what a browser opens.
process.env.WORKER_PORT ||= '0';
process.env.DRAIN_SECONDS ||= '0';

try {
  const { created } = await prepareSchema(readConfig(process.env), START_POSTGRES);
  if (created) execFileSync(process.execPath, ['scripts/setup.ts'], { stdio: 'inherit' });
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isStopping = true;
    for (const command of commands) command.kill(signal);
    exitIfAllEnded();
  });

const commands = startAll([
  { name: 'api', command: 'exec node apps/api/src/server.ts' },
  { name: 'worker', command: 'exec node apps/api/src/worker.ts' },
  { name: 'web', command: 'exec npm run --silent dev --workspace apps/web' },
  { name: 'mail', command: 'exec node scripts/email-viewer.ts' },
  { name: 'pay', command: 'exec node apps/payment-sandbox/src/server.ts' },
]);
const restarts = new Map(commands.map((command) => [command.name, restartable(command)]));
for (const folder of new Set(Object.values(CODE).flat()))
  onChanges(folder, (files) => {
    if (files.every((file) => file.endsWith('.test.ts'))) return;
    for (const [name, restart] of restarts) if (CODE[name]?.includes(folder)) restart();
  });
onChanges(MIGRATIONS, applyMigrations);

/** Returns what restarts it. If it fails, it starts again at the next change, or after a delay that grows to half a minute. */
function restartable(command: (typeof commands)[number]) {
  let isRestarting = false;
  let retryMs = 1_000;
  let retry: NodeJS.Timeout | undefined;
  const start = () => {
    clearTimeout(retry);
    isRestarting = false;
    if (!isStopping && !command.process) command.start();
  };
  command.close.subscribe(({ exitCode, timings }) => {
    if (isStopping) return exitIfAllEnded();
    if (isRestarting) return start();
    if (exitCode === 0) return;
    retryMs = timings.durationSeconds < RUNS_AFTER_SECONDS ? Math.min(2 * retryMs, RETRY_MAX_MS) : 1_000;
    console.error(`"${command.name}" failed. It starts again when a file changes, or in ${retryMs / 1_000} s.`);
    retry = setTimeout(start, retryMs);
  });
  return () => {
    retryMs = 1_000;
    if (!command.process) return start();
    isRestarting = true;
    command.kill('SIGTERM');
  };
}

function exitIfAllEnded() {
  if (commands.every((command) => !command.process)) process.exit(0);
}

/** Calls `react` with the files that have changed, once no more follow; one call at a time. */
function onChanges(folder: string, react: (files: string[]) => unknown) {
  let files = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true }, (_event, file) => {
    files.add(file ?? '');
    clearTimeout(timer);
    timer = setTimeout(() => {
      const changed = [...files];
      files = new Set();
      react(changed);
    }, SETTLED_AFTER_MS);
  });
}

/** An empty file is one that is about to be written. */
async function applyMigrations(files: string[]) {
  const paths = files
    .map((file) => `${MIGRATIONS}/${file}`)
    .filter((path) => path.endsWith('.sql') && existsSync(path));
  const empty = paths.find((path) => !readFileSync(path, 'utf8').trim());
  if (empty) return console.log(`${basename(empty)} is empty: it is applied once it is not.`);
  try {
    const { ran } = await prepareSchema(readConfig(process.env), START_POSTGRES);
    for (const name of paths.map((path) => basename(path, '.sql')).filter((each) => !ran.includes(each)))
      console.log(
        `${name} was applied before this change. To apply it again, undo it in the database with \`psql\`, then \`delete from schema_migrations where name = '${name}'\`, and save the file.`,
      );
    for (const [name, restart] of restarts) if (CODE[name] === SERVER_CODE) restart();
  } catch (error) {
    console.error(messageOf(error));
  }
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : error;
}
