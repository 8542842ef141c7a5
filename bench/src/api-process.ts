import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodeArguments } from '@shop/e2e/node-arguments';
import { buildIfMissing, freePort } from '@shop/e2e/shop';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** The real API of a checkout, as in production, as a separate process on this database, with rate limits effectively disabled. */
export async function startApi(databaseUrl: string, root = ROOT) {
  await buildIfMissing(root);
  const port = await freePort();
  const child = spawn(process.execPath, nodeArguments(root, 'api'), {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      API_PORT: `${port}`,
      RATE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const agent = new Agent({ keepAlive: true });
  const fetchTimed = (path: string, headers: Record<string, string> = {}, maxLength?: number) =>
    timedGet(agent, port, path, headers, maxLength);

  const deadline = performance.now() + START_TIMEOUT_MS;
  while ((await fetchTimed('/health/ready').catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill();
      throw new Error('The API did not start.');
    }
    await pause(100);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    fetchTimed,
    async stop() {
      agent.destroy();
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Reads the whole response, or its first `maxLength` characters. */
async function timedGet(agent: Agent, port: number, path: string, headers: Record<string, string>, maxLength?: number) {
  const started = performance.now();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port, path, headers }, resolve).on('error', reject);
  });
  const body = maxLength ? await readBeginning(response, maxLength) : await text(response);
  return {
    ms: performance.now() - started,
    status: response.statusCode,
    header: (name: string) => `${response.headers[name] ?? ''}`,
    body,
  };
}

async function readBeginning(response: IncomingMessage, maxLength: number) {
  let body = '';
  // `break` closes the connection.
  for await (const chunk of response.setEncoding('utf8')) {
    body += chunk;
    if (body.length >= maxLength) break;
  }
  return body;
}
