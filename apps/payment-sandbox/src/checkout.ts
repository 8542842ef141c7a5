/** The checkout shown over the store's page: its script, its window, and the routes called by the window. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { Notes, type Payment } from './entities.ts';
import { read, unknownId } from './errors.ts';
import { Instrument, PAYMENT_FAILED, verdict } from './instruments.ts';
import type { Provider } from './provider.ts';
import { signPayment } from './signatures.ts';

const file = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');

const amount = z.coerce.number().int().optional();
const CheckoutRequest = z.object({ key_id: z.string(), order_id: z.string(), amount, currency: z.string().optional() });
const text = z.string().max(250).nullish();
const Attempt = CheckoutRequest.extend({
  instrument: Instrument,
  description: text,
  email: text,
  contact: text,
  notes: Notes.optional(),
});
const BankResponse = z.object({ key_id: z.string(), success: z.boolean() });
const Id = z.object({ id: z.string() });
const Opener = z.object({ origin: z.url({ protocol: /^https?$/ }) });

type Dependencies = { provider: Provider; keyId: string; keySecret: string };

export async function checkoutRoutes(app: FastifyInstance, { provider, keyId, keySecret }: Dependencies) {
  serve(app, '/v1/checkout.js', 'text/javascript', file('checkout.js'));
  serve(app, '/v1/checkout/window.js', 'text/javascript', file('window.js'));
  serve(app, '/v1/checkout/return.js', 'text/javascript', file('return.js'));
  serve(app, '/v1/checkout/window.css', 'text/css', file('window.css'));
  const page = file('window.html');

  app.get('/v1/checkout/public', async (request, reply) => {
    // Only the page that opens the window may frame it and exchange messages with it.
    const { origin } = new URL(read(Opener, request.query).origin);
    return reply
      .header('content-security-policy', windowPolicy(origin))
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page);
  });

  const allow = (key: string) => {
    if (key !== keyId) throw unknownId();
  };

  app.get('/v1/preferences', async (request) => {
    const { key_id, order_id, ...claimed } = read(CheckoutRequest, request.query);
    allow(key_id);
    const { amount, currency } = provider.payableOrder(order_id, claimed);
    return { order: { amount, currency } };
  });

  app.post('/v1/payments/create/ajax', async (request, reply) => {
    const { key_id, order_id, amount, currency, instrument, ...about } = read(Attempt, request.body);
    allow(key_id);
    const payment = provider.startPayment({
      ...about,
      orderId: order_id,
      instrument,
      claimed: { amount, currency },
    });
    const result = verdict(instrument);
    if (result === 'ask') return { payment_id: payment.id };
    return result === 'success'
      ? success(provider.authorizePayment(payment.id))
      : failure(reply, provider.failPayment(payment.id, result));
  });

  app.post('/v1/payments/:id/authenticate', async (request, reply) => {
    const { id } = read(Id, request.params);
    const bankResponse = read(BankResponse, request.body);
    allow(bankResponse.key_id);
    return bankResponse.success
      ? success(provider.authorizePayment(id))
      : failure(reply, provider.failPayment(id, PAYMENT_FAILED));
  });

  const success = (payment: Payment) => ({ verification: paymentVerification(payment, keySecret) });
}

/** What the store's page receives, and its server verifies. */
export function paymentVerification({ id, order_id }: Payment, keySecret: string) {
  return {
    razorpay_payment_id: id,
    razorpay_order_id: order_id,
    razorpay_signature: signPayment(keySecret, order_id, id),
  };
}

/** Why a payment failed, as the store's page receives it. */
export const paymentError = (payment: Payment) => ({
  code: payment.error_code,
  description: payment.error_description,
  source: payment.error_source,
  step: payment.error_step,
  reason: payment.error_reason,
  metadata: { payment_id: payment.id, order_id: payment.order_id },
});

const failure = (reply: FastifyReply, payment: Payment) => reply.code(400).send({ error: paymentError(payment) });

function serve(app: FastifyInstance, path: string, type: string, content: string) {
  app.get(path, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff')
      .type(`${type}; charset=utf-8`)
      .send(content),
  );
}

const windowPolicy = (opener: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${opener}`,
  ].join('; ');
