import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire to a real server that can be cut, frozen and mended, as networks are. */
export async function aFlakyConnection(host: string, port: number) {
  let state: 'whole' | 'cut' | 'frozen' = 'whole';
  /** Each end of a connection, and the end its bytes go to. */
  const ends = new Map<Socket, Socket>();

  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      server.emit('refused');
      return;
    }
    const upstream = connect(port, host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      ends.set(from, to);
      if (state === 'frozen') from.pause();
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
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    /** Someone tried to connect while it was cut. */
    refused: () => once(server, 'refused'),
    /** Connections stay, but not a byte comes through. */
    freeze() {
      state = 'frozen';
      for (const end of ends.keys()) end.unpipe().pause();
    },
    /** After a freeze: the same connections go on, and what was sent meanwhile arrives. */
    thaw() {
      if (state !== 'frozen') return;
      state = 'whole';
      for (const [from, to] of ends) from.pipe(to);
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
