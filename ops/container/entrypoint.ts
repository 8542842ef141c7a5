/** Entry point of the image: `web`, `api`, `worker`, `setup`, or `shop <command>`. */
import { writeFileSync } from 'node:fs';
import { ENTRY_POINTS, SERVER_FILE, SERVERS } from './entry-points.ts';

const [name = '', ...args] = process.argv.slice(2);
const script = new Map(Object.entries(ENTRY_POINTS)).get(name);
if (script) {
  // The health check is a process of its own and reads which server runs here; commands may run beside it.
  if (SERVERS.has(name)) writeFileSync(SERVER_FILE, name);
  const file = new URL(`../../${script}`, import.meta.url);
  // In this process, so that it is process 1 and receives the signals.
  process.argv = [process.execPath, file.pathname, ...args];
  await import(file.href);
} else {
  console.error(`Usage: ${Object.keys(ENTRY_POINTS).join(' | ')} [arguments]`);
  process.exitCode = 1;
}
