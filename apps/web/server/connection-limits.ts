import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/** Open connections per client IP. A browser opens six, so an office behind one IP has room for dozens of users. */
const PER_CLIENT = 200;
/** Open connections of all clients; an idle one takes about 10 KB. */
const IN_ALL = 10_000;

/**
 * Closes connections above the limit of a client. Trusted proxies are exempt: they forward the requests of all clients
 * and limit those themselves.
 */
export function limitConnections(server: Server, trustedProxies: string[]) {
  const open = new Map<string, number>();
  const isTrusted = trustTest(trustedProxies);
  server.maxConnections = IN_ALL;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrusted(remoteAddress)) return;
    const client = normalizeIP(remoteAddress);
    const count = (open.get(client) ?? 0) + 1;
    if (count > PER_CLIENT) return socket.destroy();
    open.set(client, count);
    socket.once('close', () => {
      const remaining = (open.get(client) ?? 1) - 1;
      if (remaining > 0) open.set(client, remaining);
      else open.delete(client);
    });
  });
}

function trustTest(trustedProxies: string[]) {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    trusted.addSubnet(address, bits ? Number(bits) : family === 'ipv6' ? 128 : 32, family);
  }
  return (address: string) => trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
