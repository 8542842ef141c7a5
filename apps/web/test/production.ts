import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

const WEB = join(import.meta.dirname, '..');

/** Runs a command of the web app, without the environment variables of the machine and the test run. */
export function run(command: string, args: string[], env: Record<string, string> = {}) {
  const { PATH, HOME } = process.env;
  const child = spawn(command, args, { cwd: WEB, env: { PATH, HOME, ...env } });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
    });
  return { child, output, ended: once(child, 'exit') };
}

/** The production server in its own process. The rate limit is raised because all requests of a test have one IP. */
export const runServer = (env: Record<string, string>) =>
  run(process.execPath, ['build/server/index.js'], {
    DRAIN_SECONDS: '0',
    RATE_LIMIT_FACTOR: '1000',
    WEB_INTERNAL_PORT: '0',
    ...env,
  });

/** Resolves when the server is listening. */
export async function startWebServer(apiUrl: string, env: Record<string, string> = {}) {
  const port = String(await aFreePort());
  const url = `http://127.0.0.1:${port}`;
  const { child, output, ended } = runServer({ API_URL: apiUrl, WEB_PORT: port, PUBLIC_URL: url, ...env });
  while (!output.text.includes('Server listening')) {
    const [exitCode] = await Promise.race([once(child.stdout, 'data'), ended]);
    if (typeof exitCode === 'number') throw new Error(output.text);
  }

  const internalUrl = /"url":"(http:[^"]+)","msg":"Health and metrics are served."/.exec(output.text)?.[1] ?? '';
  /** The complete response; redirects are not followed. */
  const visitorOf = (base: string) => async (path: string, init?: RequestInit) => {
    const response = await fetch(base + path, { redirect: 'manual', ...init });
    const { status, headers } = response;
    return { status, headers, location: headers.get('location'), text: await response.text() };
  };

  return {
    url,
    ended,
    /** Everything logged so far. */
    output,
    visit: visitorOf(url),
    /** The same on the port for health checks and metrics. */
    visitInternal: visitorOf(internalUrl),
    requestShutdown: () => child.kill('SIGTERM'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Below the ports of outgoing connections, one of which could take it before the server listens. */
async function aFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return aFreePort();
  server.close();
  await once(server, 'close');
  return port;
}
