import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** The IP address of a new client, in an IPv6 /64 network of its own, as rate limits count clients. */
export const anIp = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

/** Below the ports of outgoing connections, one of which could take it before its user listens. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
