import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Connections to each process, as a load balancer would keep; the wait for a free one is part of the measured time. */
const CONNECTIONS = 100;

/** Sends JSON to the API processes in round-robin order. */
export function createPostClient(ports: number[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let turn = 0;
  return async function post(path: string, body: object, headers: Record<string, string>) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        {
          agent,
          host: '127.0.0.1',
          port: ports[turn++ % ports.length],
          path,
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
        },
        resolve,
      )
        .on('error', reject)
        .end(JSON.stringify(body));
    });
    return {
      status: response.statusCode ?? 0,
      retryAfter: Number(response.headers['retry-after'] ?? 0),
      body: await text(response),
    };
  };
}
