/** A webhook receiver that records which alerts it was notified of. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const Notification = z.object({
  alerts: z.array(
    z.object({
      status: z.enum(['firing', 'resolved']),
      labels: z.record(z.string(), z.string()),
      annotations: z.record(z.string(), z.string()),
    }),
  ),
});
type ReceivedAlert = z.infer<typeof Notification>['alerts'][number] & { receiver: string };

export async function startReceiver(port: number) {
  const received: ReceivedAlert[] = [];
  const server = createServer(async (request, response) => {
    const { alerts } = Notification.parse(await json(request));
    const receiver = request.url?.slice(1) ?? '';
    received.push(...alerts.map((alert) => ({ ...alert, receiver })));
    response.end();
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { received, stop: () => server.close() };
}
