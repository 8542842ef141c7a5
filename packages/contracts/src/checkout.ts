import { z } from 'zod';
import { ShippingMethod } from './cart.ts';
import { checkoutMessages, PAYMENT_METHODS } from './checkout-texts.ts';
import { Id } from './common.ts';

/** Names the device that pays: failed payments are counted by it. Nothing else reads it. */
export const DEVICE_COOKIE = '__Host-crystalline_device';

export const PaymentMethod = z.enum(PAYMENT_METHODS, checkoutMessages.methodMissing);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** `amount` is what the shopper was shown, in minor units: it is compared with ours and never used. */
export const CheckoutStart = z.strictObject({
  amount: z.number().int().optional(),
  /** The default address, else the first, when none is named. */
  addressId: Id.optional(),
  paymentMethod: PaymentMethod.default('card'),
  shippingMethod: ShippingMethod.optional(),
});
export type CheckoutStart = z.infer<typeof CheckoutStart>;

export const PlacedOrder = z.object({ orderId: Id, number: z.string() });
export type PlacedOrder = z.infer<typeof PlacedOrder>;

const PaymentWindow = z.object({
  checkoutId: Id,
  order: z.object({ id: z.string(), amount: z.number().int(), currency: z.string() }),
  key: z.string(),
});
const PlacedWithoutPayment = z.object({ checkoutId: Id, placed: PlacedOrder });

/** What an idempotency key keeps of the answer: all but the time that was left then. */
export const StoredCheckoutStarted = z.union([PaymentWindow, PlacedWithoutPayment]);
export type StoredCheckoutStarted = z.infer<typeof StoredCheckoutStarted>;

/** For online methods what the provider's window needs; cash on delivery is placed at once. */
export const CheckoutStarted = z.union([
  PaymentWindow.extend({
    /** How long the checkout's stock is still reserved: the window must be closed by then. */
    secondsRemaining: z.number().int().nonnegative(),
  }),
  PlacedWithoutPayment,
]);
export type CheckoutStarted = z.infer<typeof CheckoutStarted>;

/** What the provider's window hands to the page, as it hands it. */
export const PaymentVerification = z.strictObject({
  razorpay_payment_id: z.string().min(1).max(100),
  razorpay_order_id: z.string().min(1).max(100),
  razorpay_signature: z.string().min(1).max(200),
});
export type PaymentVerification = z.infer<typeof PaymentVerification>;

/** For the page that waits while webhook or reconciler confirm a payment. */
export const CheckoutState = z.object({
  id: Id,
  status: z.enum(['open', 'completed', 'expired', 'cancelled']),
  placed: PlacedOrder.nullable(),
  refunded: z.boolean(),
});
export type CheckoutState = z.infer<typeof CheckoutState>;
