import {
  CheckoutStart,
  CheckoutStarted,
  CheckoutState,
  PaymentReceived,
  PaymentVerification,
  PlacedOrder,
} from '@shop/contracts/checkout/schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sourcesOf } from '#payments/service.ts';
import { countCheckoutRefusals } from '#platform/business-metrics.ts';
import type { PaymentProvider } from '#platform/clients/payment-provider.ts';
import { acceptGuests, findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall } from '#platform/http/idempotency.ts';
import { confirmPayment, getCheckout, receivePayment } from './confirm.ts';
import { deviceOf } from './device.ts';
import { startCheckout } from './start.ts';

type Options = { provider: PaymentProvider; authSecret: string; rateLimitFactor: number };

const VERIFICATION_ERRORS = {
  409: ['payment_too_late', 'payment_not_needed', 'payment_disputed', 'payment_failed', 'payment_under_way'],
  422: ['signature_invalid'],
  503: ['provider_unavailable'],
};

export const checkoutRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { provider, authSecret, rateLimitFactor } = options;
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  acceptGuests(app);
  const tools = { db: app.checkoutDb, provider };
  const tags = ['Checkout'];

  app.post(
    '/payment/create-order',
    {
      config: { access: 'customer', rate: 'cart' },
      schema: {
        operationId: 'startCheckout',
        tags,
        summary: 'Start a checkout: price the cart and reserve stock for 15 minutes. Cash on delivery places the order',
        headers: IdempotencyHeaders,
        body: CheckoutStart,
        response: { 200: CheckoutStarted },
        responseHeaders: { 409: ['Retry-After'] },
        errors: {
          404: ['address_missing'],
          409: [
            'cart_empty',
            'out_of_stock',
            'email_unconfirmed',
            'price_changed',
            'charge_too_small',
            'charge_refused',
            'discount_invalid',
            'in_progress',
            'superseded',
            'unit_limit',
            'order_limit',
          ],
          422: ['address_missing', 'address_invalid'],
          429: ['too_many_expired', 'too_many_failures'],
          503: ['provider_unavailable'],
        },
      },
    },
    async (request, reply) => {
      const device = request.body.paymentMethod === 'cod' ? '' : deviceOf(request, reply);
      const started = await countCheckoutRefusals(() =>
        startCheckout(tools, {
          actor: request.actor,
          sources: sourcesOf({ userId: request.actor.id, ip: request.ip, device }, authSecret, rateLimitFactor),
          call: keyedCall(request),
          input: request.body,
        }),
      );
      app.visitCounter.count('checkouts');
      return started;
    },
  );

  app.post(
    '/payment/verify',
    {
      config: { access: 'owner', rate: 'cart' },
      schema: {
        operationId: 'verifyPayment',
        tags,
        summary: 'Verify a payment and place the order',
        body: PaymentVerification,
        response: { 200: PlacedOrder },
        errors: { 404: ['not_found'], ...VERIFICATION_ERRORS },
      },
    },
    ({ actor, body }) => confirmPayment(tools, actor, body),
  );

  app.post(
    '/payment/callback',
    {
      config: { access: 'public', rate: 'cart' },
      schema: {
        operationId: 'receivePayment',
        tags,
        summary: 'Verify a payment of the provider’s hosted page and place the order',
        body: PaymentVerification,
        response: { 200: PaymentReceived },
        errors: VERIFICATION_ERRORS,
      },
    },
    ({ body }) => receivePayment(tools, body),
  );

  app.get(
    '/checkouts/:id',
    {
      config: { access: 'owner', rate: 'browse' },
      schema: {
        operationId: 'getCheckout',
        tags,
        summary: 'Get the status of a checkout',
        params: z.object({ id: Id }),
        response: { 200: CheckoutState },
      },
    },
    ({ actor, params }) => getCheckout(tools, actor, params.id),
  );
};
