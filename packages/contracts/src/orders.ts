import { z } from 'zod';
import { PAYMENT_METHODS, SHIPPING_METHODS } from './checkout-texts.ts';
import { Amount, email, Id } from './common.ts';
import { orderMessages, trackOrderMessages } from './orders-texts.ts';

export const OrderStatus = z.enum(['pending', 'processing', 'shipped', 'delivered', 'cancelled']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** The last 8 characters of an order's id, as people write them: with a '#', in capitals, or the whole id. */
export const OrderNumber = z
  .string(orderMessages.invalidNumber)
  .trim()
  .toLowerCase()
  .regex(/^#?([0-9a-f-]{28})?[0-9a-f]{8}$/, orderMessages.invalidNumber)
  .transform((text) => text.slice(-8));

/** Whoever knows both may see how far an order is. */
export const OrderKey = z.strictObject({ number: OrderNumber, email: email(trackOrderMessages.invalidEmail) });
export type OrderKey = z.infer<typeof OrderKey>;

/** What is told to someone who is not signed in: the way of a parcel, not the person who gets it. */
export const TrackedOrder = z.object({
  number: z.string(),
  status: OrderStatus,
  /** When each status was reached last. */
  reachedAt: z.partialRecord(OrderStatus, z.iso.datetime()),
  placedAt: z.iso.datetime(),
  trackingNumber: z.string().nullable(),
  city: z.string(),
  country: z.string(),
  items: z.array(
    z.object({
      name: z.string(),
      options: z.record(z.string(), z.string()),
      image: z.string().nullable(),
      price: Amount,
      quantity: z.number().int().positive(),
    }),
  ),
  subtotal: Amount,
  tax: Amount,
  shipping: Amount,
  discount: Amount,
  total: Amount,
});
export type TrackedOrder = z.infer<typeof TrackedOrder>;

export const PaymentStatus = z.enum(['pending', 'paid', 'refunded']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const OrderItem = z.object({
  id: Id,
  productId: Id,
  variantId: Id,
  slug: z.string(),
  name: z.string(),
  options: z.record(z.string(), z.string()),
  /** The price paid for one. */
  price: Amount,
  quantity: z.number().int().positive(),
  image: z.string().nullable(),
});
export type OrderItem = z.infer<typeof OrderItem>;

const ShippingAddress = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().nullish(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

export const OrderRefund = z.object({
  id: Id,
  amount: z.number().int(),
  status: z.enum(['pending', 'processed', 'failed']),
  at: z.iso.datetime(),
});
export type OrderRefund = z.infer<typeof OrderRefund>;

export const Order = z.object({
  id: Id,
  number: z.string(),
  userId: Id,
  items: z.array(OrderItem),
  status: OrderStatus,
  shippingAddress: ShippingAddress,
  shippingMethod: z.enum(SHIPPING_METHODS),
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentStatus: PaymentStatus,
  subtotal: Amount,
  tax: Amount,
  shipping: Amount,
  discount: Amount,
  total: Amount,
  promoCode: z.string().nullable(),
  /** What the payment provider charged, in minor units. */
  charge: z.object({ amount: z.number().int(), currency: z.string() }),
  /** Every refund of the payment, oldest first, in minor units of the currency of the charge. */
  refunds: z.array(OrderRefund).default([]),
  trackingNumber: z.string().nullable(),
  /** When each status was reached last. */
  reachedAt: z.partialRecord(OrderStatus, z.iso.datetime()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Order = z.infer<typeof Order>;

/** The email that confirms a placed order: sent, or still to be sent. Null where the customer gets none. */
export const ConfirmationEmail = z.object({ email: z.object({ to: z.string(), sent: z.boolean() }).nullable() });
export type ConfirmationEmail = z.infer<typeof ConfirmationEmail>;

export const ORDERS_SHOWN = 10;

/** `after` names the last order of the page before. */
export const OrderQuery = z.strictObject({ after: Id.optional() });

/** Setting 'cancelled' after the parcel left gives stock back only if the pieces came back. */
export const StatusChange = z.strictObject({
  status: OrderStatus,
  /** What the order was when somebody looked. If it has moved since, they are told, and it stays where it is. */
  expectedStatus: OrderStatus.optional(),
  returnToStock: z.boolean().default(false),
});
export type StatusChange = z.infer<typeof StatusChange>;
