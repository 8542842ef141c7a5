import { z } from 'zod';
import { ShippingMethod } from '../cart/schema.ts';
import { Id } from '../common/schema.ts';
import { GiftRequest } from '../gifts/schema.ts';
import { PAYMENT_METHODS } from './constants.ts';
import { checkoutMessages } from './messages.ts';

/** Identifies the paying device, only to count its failed payments. */
export const DEVICE_COOKIE = '__Host-crystalline_device';

export const PaymentMethod = z.enum(PAYMENT_METHODS, checkoutMessages.methodMissing);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** `amount` is the displayed total in minor units: only compared with the calculated one, never charged. */
export const CheckoutStart = z.strictObject({
  amount: z.number().int().optional(),
  /** Default: the default address, or else the first one. */
  addressId: Id.optional(),
  paymentMethod: PaymentMethod.default('card'),
  shippingMethod: ShippingMethod.optional(),
  /** Absent: no gift. */
  gift: GiftRequest.optional(),
});
export type CheckoutStart = z.infer<typeof CheckoutStart>;

export const PlacedOrder = z.object({ orderId: Id, number: z.string() });
export type PlacedOrder = z.infer<typeof PlacedOrder>;

const PaymentWindow = z.object({
  checkoutId: Id,
  order: z.object({ id: z.string(), amount: z.number().int(), currency: z.string() }),
  key: z.string(),
});
const OpenPayment = PaymentWindow.extend({
  /** Remaining reservation time: the window must be closed by then. */
  secondsRemaining: z.number().int().nonnegative(),
});
const PlacedWithoutPayment = z.object({ checkoutId: Id, placed: PlacedOrder });

/** The response stored with the idempotency key: without `secondsRemaining`, which would be outdated. */
export const StoredCheckoutStarted = z.union([PaymentWindow, PlacedWithoutPayment]);
export type StoredCheckoutStarted = z.infer<typeof StoredCheckoutStarted>;

/** For online methods the data of the provider's window; a cash on delivery order is placed immediately. */
export const CheckoutStarted = z.union([OpenPayment, PlacedWithoutPayment]);
export type CheckoutStarted = z.infer<typeof CheckoutStarted>;

/** Passed unchanged from the provider's window to the page, or from its hosted page to the callback. */
export const PaymentVerification = z.strictObject({
  razorpay_payment_id: z.string().min(1).max(100),
  razorpay_order_id: z.string().min(1).max(100),
  razorpay_signature: z.string().min(1).max(200),
});
export type PaymentVerification = z.infer<typeof PaymentVerification>;

/** The response to a payment of the hosted page. Names no order: its sender need not be the customer. */
export const PaymentReceived = z.object({ received: z.literal(true) });

/** Polled by the page that waits until webhook or reconciler confirm a payment. */
export const CheckoutState = z.object({
  id: Id,
  status: z.enum(['open', 'completed', 'expired', 'cancelled']),
  placed: PlacedOrder.nullable(),
  refunded: z.boolean(),
  /** While it can be paid: what the provider's hosted page needs. */
  payable: OpenPayment.omit({ checkoutId: true }).extend({ itemCount: z.number().int().positive() }).nullable(),
});
export type CheckoutState = z.infer<typeof CheckoutState>;
