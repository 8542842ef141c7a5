import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** A real HTTP server on a free port (or a given one), as a stub for services outside the web app. */
export async function startHttpServer(listener: RequestListener, port = 0) {
  const server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');

  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
