import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { clientNetworks } from '@shop/telemetry/client-networks';

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
    const networks = clientNetworks(remoteAddress);
    const countOf = (network: string) => open.get(network) ?? 0;
    if (networks.some(({ network, factor }) => countOf(network) >= PER_CLIENT * factor)) return socket.destroy();
    for (const { network } of networks) open.set(network, countOf(network) + 1);
    socket.once('close', () => {
      for (const { network } of networks) {
        const remaining = countOf(network) - 1;
        if (remaining > 0) open.set(network, remaining);
        else open.delete(network);
      }
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
