/** The hosted checkout: a page of the provider to which the store's page posts a form, for browsers without scripts. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { paymentError, paymentVerification } from '../checkout.ts';
import type { Payment } from '../entities.ts';
import { ProviderError, read, sendError, unknownId } from '../errors.ts';
import { EXAMPLES, type Failure, Instrument, PAYMENT_FAILED, verdict } from '../instruments.ts';
import type { Provider } from '../provider.ts';
import { HostedCheckout } from './checkout.ts';
import { checkoutPage, errorPage, returnPage } from './pages.ts';

const Forced = z.object({ outcome: z.literal('failure') });
const CardFields = z.object({ number: z.string(), expiry: z.string(), cvv: z.string(), card_name: z.string() });

type Dependencies = { provider: Provider; keyId: string; keySecret: string };

export async function hostedRoutes(app: FastifyInstance, { provider, keyId, keySecret }: Dependencies) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.setErrorHandler((error, request, reply) =>
    error instanceof ProviderError
      ? sendPage(reply.code(400), errorPage(error.message))
      : sendError(error, request, reply),
  );

  app.post('/v1/checkout/embedded', async (request, reply) => {
    const { checkout, order } = open(request.body);
    return sendPage(reply, checkoutPage(checkout, order));
  });

  app.post('/v1/checkout/embedded/payments', async (request, reply) => {
    const { checkout, order } = open(request.body);
    try {
      const { heading, result } = pay(checkout, request.body);
      return sendPage(reply, returnPage(checkout, heading, result), new URL(checkout.callback_url).origin);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return sendPage(reply.code(400), checkoutPage(checkout, order, error.message));
    }
  });

  function open(body: unknown) {
    const checkout = read(HostedCheckout, body);
    if (checkout.key_id !== keyId) throw unknownId();
    return { checkout, order: provider.payableOrder(checkout.order_id, checkout) };
  }

  function pay(checkout: HostedCheckout, body: unknown) {
    const { instrument, outcome } = attemptIn(body);
    const { id } = provider.startPayment({
      orderId: checkout.order_id,
      instrument,
      claimed: checkout,
      description: checkout.description,
      email: checkout['prefill[email]'],
      contact: checkout['prefill[contact]'],
    });
    if (outcome === 'success') {
      const result = paymentVerification(provider.authorizePayment(id), keySecret);
      return { heading: 'Payment successful', result };
    }
    const failed = provider.failPayment(id, outcome);
    return { heading: 'Payment failed', result: errorFields(failed) };
  }
}

/** The button that fails sends no card. */
function attemptIn(body: unknown): { instrument: Instrument; outcome: 'success' | Failure } {
  if (Forced.safeParse(body).success) return { instrument: EXAMPLES.card, outcome: PAYMENT_FAILED };
  const { card_name: name, ...card } = read(CardFields, body);
  const instrument = read(Instrument, { method: 'card', card: { ...card, name } });
  const outcome = verdict(instrument);
  return { instrument, outcome: outcome === 'ask' ? PAYMENT_FAILED : outcome };
}

function errorFields(payment: Payment): Record<string, string> {
  const { metadata, ...error } = paymentError(payment);
  const fields = Object.entries({ ...error, metadata: JSON.stringify(metadata) });
  return Object.fromEntries(fields.map(([name, value]) => [`error[${name}]`, value ?? '']));
}

/** Only the page with the result submits to the store, and runs a script. */
const sendPage = (reply: FastifyReply, page: string, store?: string) =>
  reply
    .header('content-security-policy', pagePolicy(store))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);

const pagePolicy = (store: string | undefined) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    ...(store ? ["script-src 'self'"] : []),
    `form-action ${store ?? "'self'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
