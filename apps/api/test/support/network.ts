import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** The IP address of a new client, in an IPv6 /48 network of its own. */
export const anIp = () => aLine()(0);

/** A new internet connection with an IPv6 /56: the IP address of a client in one of its 256 networks /64. */
export function aLine() {
  const prefix = `3fff:${hex(2).slice(1)}:${hex(2)}:${hex(1)}`;
  return (network: number) => `${prefix}${network.toString(16).padStart(2, '0')}::1`;
}

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
