import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a real server that can be cut, frozen and restored. */
export async function aFlakyConnection(host: string, port: number) {
  let state: 'whole' | 'cut' | 'frozen' | 'answers held' = 'whole';
  /** Each socket, and the socket its bytes are piped to. */
  const ends = new Map<Socket, Socket>();
  const upstreams = new WeakSet<Socket>();
  const isStopped = (from: Socket) => state === 'frozen' || (state === 'answers held' && upstreams.has(from));

  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      server.emit('refused');
      return;
    }
    const upstream = connect(port, host);
    upstreams.add(upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      ends.set(from, to);
      if (isStopped(from)) from.pause();
      else from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        ends.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = () => {
    state = 'cut';
    for (const end of ends.keys()) end.destroy();
  };
  const stop = (how: 'frozen' | 'answers held') => {
    state = how;
    for (const end of ends.keys()) if (isStopped(end)) end.unpipe().pause();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    /** Resolves at the next connection attempt while the proxy is cut. */
    refused: () => once(server, 'refused'),
    /** Connections stay open, but no bytes pass. */
    freeze: () => stop('frozen'),
    /** Requests arrive and take effect; their answers do not come back. */
    holdAnswers: () => stop('answers held'),
    /** The same connections continue, and bytes sent in the meantime arrive. */
    thaw() {
      const stopped = [...ends].filter(([from]) => isStopped(from));
      if (state !== 'cut') state = 'whole';
      for (const [from, to] of stopped) from.pipe(to);
    },
    restore() {
      state = 'whole';
      for (const end of ends.keys()) end.destroy();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
