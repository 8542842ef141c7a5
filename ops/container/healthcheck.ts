/** Exits with 0 if the server of this container is alive. Commands that end have no health check. */
import { existsSync, readFileSync } from 'node:fs';
import { SERVER_FILE, SERVERS } from './entry-points.ts';

try {
  const port = existsSync(SERVER_FILE) && SERVERS.get(readFileSync(SERVER_FILE, 'utf8'));
  if (port) {
    const response = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(2_000) });
    if (!response.ok) throw new Error(`/health/live responded with ${response.status}.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
