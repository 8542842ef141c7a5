import { z } from 'zod';
import { ShippingMethod } from '../cart/schema.ts';
import { Id, Minor } from '../common/schema.ts';
import { GiftRequest } from '../orders/gift-schema.ts';
import { DeliveryEstimate } from '../settings/delivery-schema.ts';
import { PAYMENT_METHODS } from './constants.ts';
import { checkoutMessages } from './messages.ts';

/** Identifies the paying device, only to count its failed payments. */
export const DEVICE_COOKIE = '__Host-crystalline_device';

export const PaymentMethod = z.enum(PAYMENT_METHODS, checkoutMessages.methodMissing).meta({
  id: 'PaymentMethod',
  description:
    'How an order is paid. `cod` is cash on delivery, which is collected by the carrier. The others are paid online, through the payment provider, when the order is placed.',
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const CheckoutStart = z
  .strictObject({
    amount: z
      .number()
      .int()
      .brand<'Minor'>()
      .optional()
      .describe(
        'The `charge` that the customer was shown, in minor units of its currency: only compared. If it is another by now, the checkout fails with `price_changed`.',
      ),
    arrival: DeliveryEstimate.optional().describe(
      'The dates that the customer was shown: only compared. If they are others by now, the checkout fails with `dates_changed`.',
    ),
    addressId: Id.optional().describe(
      'One of the addresses of the customer. Without it, the default address or, if there is none, the oldest.',
    ),
    paymentMethod: PaymentMethod.default('card').describe(
      'Cash on delivery requires a confirmed email address and an idempotency key. A total of 0 is placed at once with any method.',
    ),
    shippingMethod: ShippingMethod.optional().describe('Without it, the one chosen in the cart.'),
    gift: GiftRequest.optional().describe('Without it, the order is no gift.'),
  })
  .meta({
    id: 'CheckoutStart',
    description:
      'Starts the checkout of the current cart. The same cart with the same terms continues the same checkout; other terms replace the one that is open.',
  });
export type CheckoutStart = z.infer<typeof CheckoutStart>;

export const PlacedOrder = z
  .object({
    orderId: Id.describe('The order, from now on among the orders of the customer.'),
    number: z.string().describe('The last 8 characters of the order id.'),
  })
  .meta({ id: 'PlacedOrder', description: 'The order that a checkout became.' });
export type PlacedOrder = z.infer<typeof PlacedOrder>;

const PaymentWindow = z.object({
  checkoutId: Id.describe('For reading the status of the checkout until its payment is confirmed.'),
  order: z
    .object({
      id: z.string().describe('The provider’s id of the order that the payment is for.'),
      amount: Minor.describe('What is charged.'),
      currency: z.string().describe('An ISO 4217 code: the payment currency of the store settings.'),
    })
    .describe('The order opened at the payment provider; it is no order of the store yet.'),
  key: z.string().describe('The public key of the store at the payment provider.'),
});
const OpenPayment = PaymentWindow.extend({
  secondsRemaining: z
    .number()
    .int()
    .nonnegative()
    .describe('How long the items stay reserved: the payment window has to be closed by then.'),
}).meta({ id: 'OpenPayment', description: 'An open checkout, with what the payment window of the provider needs.' });
const PlacedWithoutPayment = z
  .object({
    checkoutId: Id.describe('The checkout that is completed by this.'),
    placed: PlacedOrder.describe('The order: nothing is to be paid online.'),
  })
  .meta({ id: 'PlacedWithoutPayment', description: 'A checkout that became an order at once.' });

/** The response stored with the idempotency key: without `secondsRemaining`, which would be outdated. */
export const StoredCheckoutStarted = z.union([PaymentWindow, PlacedWithoutPayment]);
export type StoredCheckoutStarted = z.infer<typeof StoredCheckoutStarted>;

export const CheckoutStarted = z.union([OpenPayment, PlacedWithoutPayment]).meta({
  id: 'CheckoutStarted',
  description:
    'The payment to make; or, with `placed`, the order: cash on delivery and a total of 0 are placed at once.',
});
export type CheckoutStarted = z.infer<typeof CheckoutStarted>;

export const PaymentVerification = z
  .strictObject({
    razorpay_payment_id: z.string().min(1).max(100).describe('The provider’s id of the payment.'),
    razorpay_order_id: z.string().min(1).max(100).describe('The provider’s id of the order that was paid.'),
    razorpay_signature: z
      .string()
      .min(1)
      .max(200)
      .describe('The provider’s signature of the two ids. Whether they are paid is asked from the provider.'),
  })
  .meta({
    id: 'PaymentVerification',
    description:
      'What the provider returns to the browser after a payment, unchanged: from its window, or from its hosted page.',
  });
export type PaymentVerification = z.infer<typeof PaymentVerification>;

export const PaymentReceived = z
  .object({ received: z.literal(true).describe('Always true: a payment that became no order gets an error.') })
  .meta({
    id: 'PaymentReceived',
    description:
      'The payment became an order, which is not named: who sends a signed payment need not be the customer.',
  });

export const CheckoutState = z
  .object({
    id: Id,
    status: z
      .enum(['open', 'completed', 'expired', 'cancelled'])
      .describe(
        '`open`: its items are reserved until it is paid. `completed`: it became an order. `expired`: it was not paid in time; a late payment can still become an order. `cancelled`: replaced by another checkout of the cart, or ended otherwise; a payment that still arrives is refunded.',
      ),
    placed: PlacedOrder.nullable().describe(
      'The order it became, also by a later checkout that took over its payment; null without one.',
    ),
    refunded: z.boolean().describe('A payment for it became no order, and is refunded.'),
    payable: OpenPayment.omit({ checkoutId: true })
      .extend({ itemCount: z.number().int().positive().describe('Units in the checkout.') })
      .nullable()
      .describe('What the payment provider needs, while the checkout can be paid; else null.'),
  })
  .meta({
    id: 'CheckoutState',
    description: 'The state of a checkout, for a page that waits until its payment is confirmed.',
  });
export type CheckoutState = z.infer<typeof CheckoutState>;
