/** A webhook receiver: a real server that stores every webhook and responds with the set statuses. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const Message = z.looseObject({
  event: z.string(),
  contains: z.array(z.string()),
  payload: z.record(z.string(), z.object({ entity: z.looseObject({}) })),
});

export async function aReceiver() {
  const received: { headers: IncomingHttpHeaders; raw: string; message: z.infer<typeof Message>; at: number }[] = [];
  const statuses: number[] = [];
  const arrivals = new EventEmitter();

  const server = createServer(async (request, response) => {
    const raw = await text(request);
    received.push({ headers: request.headers, raw, message: Message.parse(JSON.parse(raw)), at: performance.now() });
    response.writeHead(statuses.shift() ?? 200).end();
    arrivals.emit('message');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');

  return {
    url: `http://127.0.0.1:${address.port}/api/payment/webhook`,
    received,
    names: () => received.map(({ message }) => message.event),
    /** Response statuses of the next webhooks; later ones get 200. */
    willRespond: (...next: number[]) => statuses.push(...next),
    async messages(count: number) {
      while (received.length < count) await once(arrivals, 'message');
      return received;
    },
  };
}
