import * as operations from '@shop/contracts/checkout/operations';
import { DEVICE_COOKIE } from '@shop/contracts/checkout/schema';
import { DAY_MS, SECOND_MS } from '@shop/contracts/common/time';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { sourcesOf } from '#payments/service.ts';
import { countCheckoutRefusals } from '#platform/business-metrics.ts';
import type { PaymentProvider } from '#platform/clients/payment-provider.ts';
import { acceptGuests, findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { newToken, tokenCookie, tokenIn } from '#platform/http/cookies.ts';
import { handle } from '#platform/http/handle.ts';
import { keyMissing, optionallyKeyedCall } from '#platform/http/idempotency.ts';
import { confirmPayment, getCheckout, receivePayment } from './confirm.ts';
import { startCheckout } from './start.ts';

type Options = { provider: PaymentProvider; authSecret: string; rateLimitFactor: number };

export const checkoutRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { provider, authSecret, rateLimitFactor } = options;
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  acceptGuests(app);
  const tools = { db: app.checkoutDb, provider };
  handle(app, operations.startCheckout, { access: 'customer', rate: 'cart' }, async (request, reply) => {
    const isCash = request.body.paymentMethod === 'cod';
    // The same cart with the same terms continues the same checkout. A cash order is placed at once: a repeated request
    // could order what was added to the cart since.
    if (isCash && request.headers['idempotency-key'] === undefined) throw keyMissing();
    const device = isCash ? '' : deviceOf(request, reply);
    const started = await countCheckoutRefusals(() =>
      startCheckout(tools, {
        actor: request.actor,
        sources: sourcesOf({ userId: request.actor.id, ip: request.ip, device }, authSecret, rateLimitFactor),
        call: optionallyKeyedCall(request),
        input: request.body,
      }),
    );
    app.visitCounter.count('checkouts');
    return started;
  });

  handle(app, operations.verifyPayment, { access: 'owner', rate: 'cart' }, ({ actor, body }) =>
    confirmPayment(tools, actor, body),
  );

  handle(app, operations.receivePayment, { access: 'public', rate: 'cart' }, ({ body }) => receivePayment(tools, body));

  handle(app, operations.getCheckout, { access: 'owner', rate: 'browse' }, ({ actor, params }) =>
    getCheckout(tools, actor, params.id),
  );
};

const YEAR_SECONDS = (365 * DAY_MS) / SECOND_MS;

/** Identifies the paying device by a cookie set with its first payment. A device without the cookie is a new one. */
function deviceOf(request: FastifyRequest, reply: FastifyReply) {
  const known = tokenIn(request.headers.cookie, DEVICE_COOKIE);
  if (known) return known;
  const token = newToken();
  reply.header('set-cookie', tokenCookie(DEVICE_COOKIE, token, YEAR_SECONDS));
  return token;
}
