import { z } from 'zod';

const Payment = z.object({ id: z.string(), status: z.string(), amount: z.number(), order_id: z.string() });
const Entry = z.object({
  what: z.string(),
  order: z.object({ id: z.string(), receipt: z.string().nullable() }).optional(),
  payment: Payment.optional(),
  event: z.object({ id: z.string() }).optional(),
  delivery: z.object({ event_id: z.string() }).optional(),
});
const PaymentVerification = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
});

/** Client of the payment sandbox's control port. */
export function sandboxControl(port: string) {
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { headers, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.status === 204 ? null : response.json();
  }
  return {
    /** Pays as a shopper does in the provider's window, and returns what the page gets. */
    pay: async (orderId: string) => PaymentVerification.parse(await call('POST', '/payments', { order_id: orderId })),
    failToPay: (orderId: string) => call('POST', '/payments', { order_id: orderId, outcome: 'failure' }),
    fail: (fault: object) => call('POST', '/faults/requests', fault),
    failWebhooks: (fault: object) => call('POST', '/faults/webhooks', fault),
    recover: () => call('DELETE', '/faults'),
    ledger: async () => summarizeLedger(z.array(Entry).parse(await call('GET', '/ledger'))),
  };
}

/** The current state at the provider. */
function summarizeLedger(entries: z.infer<typeof Entry>[]) {
  const undelivered = new Set<string>();
  const payments = new Map<string, z.infer<typeof Payment>>();
  for (const { what, event, delivery, payment } of entries) {
    if (event) undelivered.add(event.id);
    if (delivery && what !== 'webhook.refused') undelivered.delete(delivery.event_id);
    if (payment) payments.set(payment.id, payment);
  }
  return {
    undelivered: undelivered.size,
    payments: [...payments.values()],
    ordersFor: (receipt: string) =>
      entries.filter(({ what, order }) => what === 'order.created' && order?.receipt === receipt).length,
  };
}
