/** Control API for tests: sets faults, reads the ledger, and makes payments without a browser. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from './account.ts';
import { paymentVerification } from './checkout.ts';
import { Method } from './entities.ts';
import { read } from './errors.ts';
import { type Faults, RequestFault, WebhookFault } from './faults.ts';
import { EXAMPLES, PAYMENT_FAILED } from './instruments.ts';
import { EVENTS } from './ledger.ts';
import type { Provider } from './provider.ts';
import type { Records } from './records.ts';
import type { WebhookSender } from './webhooks/sender.ts';

const Pay = z.strictObject({
  order_id: z.string(),
  method: Method.default('card'),
  /** `created`: the shopper abandoned the payment on the bank's page. */
  outcome: z.enum(['success', 'failure', 'authorized', 'created']).default('success'),
  surplus: z.boolean().default(false),
});
const Redeliver = z.strictObject({
  event_id: z.string().optional(),
  order_id: z.string().optional(),
  event: z.enum(EVENTS).optional(),
});
const Id = z.object({ id: z.string() });

type Dependencies = {
  account: Account;
  records: Records;
  webhookSender: WebhookSender;
  provider: Provider;
  requests: Faults<RequestFault>;
  webhooks: Faults<WebhookFault>;
  keySecret: string;
};

export async function controlRoutes(app: FastifyInstance, dependencies: Dependencies) {
  const { account, records, webhookSender, provider, requests, webhooks, keySecret } = dependencies;
  const clearFaults = (id?: string) => {
    requests.clear(id);
    webhooks.clear(id);
    webhookSender.releaseBuffered();
  };

  app.get('/faults', async () => ({ requests: requests.active, webhooks: webhooks.active }));
  app.post('/faults/requests', async (request) => requests.set(read(RequestFault, request.body)));
  app.post('/faults/webhooks', async (request) => webhooks.set(read(WebhookFault, request.body)));
  app.delete('/faults', async (_request, reply) => {
    clearFaults();
    return reply.code(204).send();
  });
  app.delete('/faults/:id', async (request, reply) => {
    clearFaults(read(Id, request.params).id);
    return reply.code(204).send();
  });

  app.get('/ledger', async () => records.ledger());

  app.post('/payments', async (request) => {
    const { order_id, method, outcome, surplus } = read(Pay, request.body);
    const { id } = provider.startPayment({ orderId: order_id, instrument: EXAMPLES[method], surplus });
    if (outcome === 'failure') provider.failPayment(id, PAYMENT_FAILED);
    if (outcome === 'success') provider.authorizePayment(id, { surplus });
    if (outcome === 'authorized') provider.authorizePayment(id, { capture: false });
    const payment = records.payment(id);
    return { payment, ...(payment.status !== 'failed' && paymentVerification(payment, keySecret)) };
  });

  app.post('/webhooks/redeliver', async (request) => {
    const { event_id, order_id, event: name } = read(Redeliver, request.body);
    const chosen = [...records.events.values()].filter(
      (event) =>
        (event_id ?? event.id) === event.id &&
        (order_id ?? event.order_id) === event.order_id &&
        (name ?? event.name) === event.name,
    );
    const taken = await webhookSender.redeliver(chosen);
    return chosen.map((event, index) => ({ id: event.id, event: event.name, taken: taken[index] }));
  });

  app.post('/reset', async (_request, reply) => {
    webhookSender.stop();
    requests.clear();
    webhooks.clear();
    account.reset();
    records.empty();
    return reply.code(204).send();
  });
}
