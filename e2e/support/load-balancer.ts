import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A round-robin TCP load balancer without sticky sessions. */
export async function balance(port: number, targets: number[]) {
  let turn = 0;
  const server = createServer((client) => {
    const upstream = connect(targets[turn++ % targets.length] ?? 0, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  server.listen(port).unref();
  await once(server, 'listening');
  return port;
}
