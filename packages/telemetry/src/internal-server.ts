import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Registry } from '@prometheus-io/client';

type Readiness = { ready: boolean; body: Record<string, string> };

type InternalServerOptions = {
  host: string;
  /** 0: any free port. */
  port: number;
  register: Registry;
  isLive: () => boolean;
  checkReadiness: () => Readiness | Promise<Readiness>;
  log: { info: (details: object, message: string) => void };
};

/** Serves `/health/live`, `/health/ready` and `/metrics` of a process on a port that is not public. */
export async function startInternalServer({ host, port, log, ...sources }: InternalServerOptions) {
  const server = createServer((request, response) => {
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined;
    respond(path, response, sources).catch(() => response.destroy());
  });
  // A process that cannot listen does not start.
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  const url = typeof address === 'object' && address ? urlOf(address) : '';
  log.info({ url }, 'Health and metrics are served.');

  return {
    url,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const urlOf = ({ address, family, port }: { address: string; family: string; port: number }) =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

type Sources = Pick<InternalServerOptions, 'register' | 'isLive' | 'checkReadiness'>;

async function respond(
  path: string | undefined,
  response: ServerResponse,
  { register, isLive, checkReadiness }: Sources,
) {
  if (path === '/metrics')
    return void response.writeHead(200, { 'content-type': register.contentType }).end(await register.metrics());
  if (path === '/health/live') {
    const live = isLive();
    return sendJson(response, live ? 200 : 503, { status: live ? 'live' : 'stopped' });
  }
  if (path === '/health/ready') {
    const { ready, body } = await checkReadiness();
    return sendJson(response, ready ? 200 : 503, body);
  }
  return sendJson(response, 404, { status: 'not found' });
}

const sendJson = (response: ServerResponse, status: number, body: object) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
