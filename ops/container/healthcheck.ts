/** Exits with 0 if the process of this container is alive. Commands that end have no health check. */
import { readFileSync } from 'node:fs';
import { ENTRY_POINT_FILE } from './entry-points.ts';

const PORTS = new Map([
  ['web', process.env.WEB_PORT || '3000'],
  ['api', process.env.API_PORT || '3001'],
  ['worker', process.env.WORKER_PORT || '3006'],
]);

try {
  const port = PORTS.get(readFileSync(ENTRY_POINT_FILE, 'utf8'));
  if (port) {
    const response = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(2_000) });
    if (!response.ok) throw new Error(`/health/live responded with ${response.status}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
