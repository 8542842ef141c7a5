import { z } from 'zod';
import { SHIPPING_METHODS } from '../cart/constants.ts';
import { PAYMENT_METHODS } from '../checkout/constants.ts';
import { Amount, email, Id } from '../common/schema.ts';
import { TotalTerms } from '../common/total-terms.ts';
import { Gift } from '../gifts/schema.ts';
import { Arrival } from '../settings/delivery-schema.ts';
import { ORDER_STATUSES } from './constants.ts';
import { orderMessages, trackOrderMessages } from './messages.ts';
import { Shipment } from './shipment-schema.ts';

export const OrderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** The last 8 characters of an order id; also accepted with a '#', in capitals, or as the whole id. */
export const OrderNumber = z
  .string(orderMessages.invalidNumber)
  .trim()
  .toLowerCase()
  .regex(/^#?([0-9a-f-]{28})?[0-9a-f]{8}$/, orderMessages.invalidNumber)
  .transform((text) => text.slice(-8));

/** Order number and email together give access to the order status. */
export const OrderKey = z.strictObject({ number: OrderNumber, email: email(trackOrderMessages.invalidEmail) });
export type OrderKey = z.infer<typeof OrderKey>;

/** Order status for guests: tracking without personal data. */
export const TrackedOrder = z.object({
  number: z.string(),
  status: OrderStatus,
  /** When each status was last reached. */
  reachedAt: z.partialRecord(OrderStatus, z.iso.datetime()),
  placedAt: z.iso.datetime(),
  trackingNumber: z.string().nullable(),
  /** The dates it was promised for when it was placed. Null: an order of an earlier release. */
  promise: Arrival.nullable().default(null),
  /** Oldest first, without their items. */
  shipments: z.array(Shipment.omit({ items: true })).default([]),
  city: z.string(),
  country: z.string(),
  items: z.array(
    z.object({
      name: z.string(),
      options: z.record(z.string(), z.string()),
      image: z.string().nullable(),
      price: Amount.optional(),
      quantity: z.number().int().positive(),
    }),
  ),
  /** A gift has no amounts: its recipient may know the number of the order and the customer's email address. */
  subtotal: Amount.optional(),
  tax: Amount.optional(),
  shipping: Amount.optional(),
  discount: Amount.optional(),
  discountCode: z.string().nullish(),
  total: Amount.optional(),
});
export type TrackedOrder = z.infer<typeof TrackedOrder>;

export const PaymentStatus = z.enum(['pending', 'paid', 'refunded']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const OrderItem = z.object({
  id: Id,
  productId: Id,
  variantId: Id,
  slug: z.string(),
  sku: z.string().default(''),
  name: z.string(),
  options: z.record(z.string(), z.string()),
  /** Unit price paid. */
  price: Amount,
  quantity: z.number().int().positive(),
  /** Units in shipments. */
  shipped: z.number().int().nonnegative().default(0),
  /** Units whose price was refunded. */
  refunded: z.number().int().nonnegative().default(0),
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
  phone: z.string().nullish(),
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
  discountCode: z.string().nullable(),
  /** The payment provider's charge, in minor units. */
  charge: z.object({ amount: z.number().int(), currency: z.string() }),
  terms: TotalTerms.nullish(),
  /** Null: the order is no gift. */
  gift: Gift.nullish(),
  /** Every refund of the payment, oldest first, in minor units of the currency of the charge. */
  refunds: z.array(OrderRefund).default([]),
  trackingNumber: z.string().nullable(),
  /** The dates it was promised for when it was placed. Null: an order of an earlier release. */
  promise: Arrival.nullable().default(null),
  /** Oldest first. */
  shipments: z.array(Shipment).default([]),
  /** When each status was last reached. */
  reachedAt: z.partialRecord(OrderStatus, z.iso.datetime()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Order = z.infer<typeof Order>;

/** The order confirmation email, sent or queued. Null if the customer gets none. */
export const ConfirmationEmail = z.object({ email: z.object({ to: z.string(), sent: z.boolean() }).nullable() });
export type ConfirmationEmail = z.infer<typeof ConfirmationEmail>;

export const ORDERS_SHOWN = 10;

/** `after` is the id of the last order of the previous page. */
export const OrderQuery = z.strictObject({ after: Id.optional() });

/** Cancelling an order restocks its shipped units only with `returnToStock`. */
export const StatusChange = z.strictObject({
  status: OrderStatus,
  /** Optimistic concurrency: if the status is another one, the change is rejected as a conflict. */
  expectedStatus: OrderStatus.optional(),
  returnToStock: z.boolean().default(false),
});
export type StatusChange = z.infer<typeof StatusChange>;
