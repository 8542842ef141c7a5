import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import {
  CheckoutStart,
  CheckoutStarted,
  CheckoutState,
  PaymentReceived,
  PaymentVerification,
  PlacedOrder,
} from './schema.ts';

const tag = 'Checkout';

const ByCheckout = z.object({ id: Id.describe('The `checkoutId` of the response that started the checkout.') });

export const startCheckout = operation('POST /payment/create-order', {
  id: 'startCheckout',
  tag,
  summary: 'Start a checkout: price the cart and reserve stock for 15 minutes. Cash on delivery places the order',
  description: 'The idempotency key is required for cash on delivery, and optional for online methods.',
  idempotent: 'optional',
  body: CheckoutStart,
  response: CheckoutStarted,
  retryAfter: 409,
  errors: {
    404: ['address_missing'],
    409: [
      'cart_empty',
      'out_of_stock',
      'email_unconfirmed',
      'price_changed',
      'dates_changed',
      'charge_too_small',
      'charge_refused',
      'online_payment_off',
      'discount_invalid',
      'in_progress',
      'superseded',
      'unit_limit',
      'client_limit',
      'order_limit',
    ],
    422: ['address_missing', 'address_invalid'],
    429: ['too_many_expired', 'too_many_failures', 'too_many_orders'],
    503: ['provider_unavailable'],
  },
});

export const verifyPayment = operation('POST /payment/verify', {
  id: 'verifyPayment',
  tag,
  summary: 'Verify a payment and place the order',
  body: PaymentVerification,
  response: PlacedOrder,
  errors: {
    404: ['not_found'],
    409: ['payment_too_late', 'payment_not_needed', 'payment_disputed', 'payment_failed', 'payment_under_way'],
    422: ['signature_invalid'],
    503: ['provider_unavailable'],
  },
});

export const receivePayment = operation('POST /payment/callback', {
  id: 'receivePayment',
  tag,
  summary: 'Verify a payment of the provider’s hosted page and place the order',
  body: PaymentVerification,
  response: PaymentReceived,
  errors: {
    409: ['payment_too_late', 'payment_not_needed', 'payment_disputed', 'payment_failed', 'payment_under_way'],
    422: ['signature_invalid'],
    503: ['provider_unavailable'],
  },
});

export const getCheckout = operation('GET /checkouts/:id', {
  id: 'getCheckout',
  tag,
  summary: 'Get the status of a checkout',
  params: ByCheckout,
  response: CheckoutState,
});
