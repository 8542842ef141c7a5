import { CheckoutStart, CheckoutStarted, CheckoutState, PaymentProof, PlacedOrder } from '@shop/contracts/checkout';
import { Id } from '@shop/contracts/common';
import { Problem } from '@shop/contracts/problem';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { findSessionsOnCheckoutPool } from '#platform/access.ts';
import { privately } from '#platform/caching.ts';
import { IdempotencyHeaders, keyedCall } from '#platform/idempotency.ts';
import type { PaymentProvider } from '#platform/payment-provider.ts';
import { confirmPayment, getCheckout } from './confirm.ts';
import { startCheckout } from './start.ts';

export const checkoutRoutes: FastifyPluginAsyncZod<{ provider: PaymentProvider }> = async (app, { provider }) => {
  privately(app);
  findSessionsOnCheckoutPool(app);
  const tools = { db: app.checkoutDb, provider };
  const tags = ['Checkout'];

  app.post(
    '/payment/create-order',
    {
      config: { access: 'customer', rate: 'cart' },
      schema: {
        tags,
        summary: 'Prices the cart and holds its pieces for a quarter of an hour; cash on delivery is placed at once',
        headers: IdempotencyHeaders,
        body: CheckoutStart,
        response: {
          200: CheckoutStarted,
          401: Problem,
          404: Problem,
          409: Problem,
          422: Problem,
          429: Problem,
          503: Problem,
        },
      },
    },
    async (request) => {
      const started = await startCheckout(tools, {
        actor: request.actor,
        call: keyedCall(request),
        wish: request.body,
      });
      app.tally.count('checkouts');
      return started;
    },
  );

  app.post(
    '/payment/verify',
    {
      config: { access: 'owner', rate: 'cart' },
      schema: {
        tags,
        summary: 'Turns a proof of payment into an order',
        body: PaymentProof,
        response: { 200: PlacedOrder, 401: Problem, 404: Problem, 409: Problem, 422: Problem, 503: Problem },
      },
    },
    ({ actor, body }) => confirmPayment(tools, actor, body),
  );

  app.get(
    '/checkouts/:id',
    {
      config: { access: 'owner', rate: 'browse' },
      schema: {
        tags,
        summary: 'How far a checkout is, for the page that waits for its payment',
        params: z.object({ id: Id }),
        response: { 200: CheckoutState, 401: Problem, 404: Problem },
      },
    },
    ({ actor, params }) => getCheckout(tools.db, actor, params.id),
  );
};
