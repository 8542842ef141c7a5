import { z } from 'zod';
import { SHIPPING_METHODS } from '../cart/constants.ts';
import { PAYMENT_METHODS } from '../checkout/constants.ts';
import { dateRange, searchText, unlessEmpty } from '../common/filters.ts';
import { Amount, Id } from '../common/schema.ts';
import { adminOrderMessages } from './admin-messages.ts';
import { Order, OrderRefund, OrderStatus, PaymentStatus } from './schema.ts';

export const ADMIN_ORDERS_SHOWN = 50;
const SEARCH_MIN = 3;

/** Filters of the order list. `q` is an order number, a prefix of an email address, or words of a name. */
export const OrderFilter = z.strictObject({
  q: unlessEmpty(searchText(SEARCH_MIN)),
  status: unlessEmpty(OrderStatus),
  /** `due`: unpaid and not cancelled. */
  payment: unlessEmpty(z.enum([...PaymentStatus.options, 'due'])),
  /** `unfulfilled`: pending or processing. */
  fulfillment: unlessEmpty(z.enum(['unfulfilled'])),
  shipping: unlessEmpty(z.enum(SHIPPING_METHODS)),
  ...dateRange,
});
export type OrderFilter = z.infer<typeof OrderFilter>;

/** A minus is descending order. */
const OrderSort = z.enum(['date', '-date', 'total', '-total']);
export type OrderSort = z.infer<typeof OrderSort>;

/** Newest first by default. `after` is the id of the last order of the previous page. */
export const AdminOrderQuery = OrderFilter.extend({ sort: unlessEmpty(OrderSort), after: unlessEmpty(Id) });
export type AdminOrderQuery = z.infer<typeof AdminOrderQuery>;

/** A row of the order list. */
export const OrderSummary = z.object({
  id: Id,
  number: z.string(),
  userId: Id,
  customer: z.string(),
  email: z.string(),
  status: OrderStatus,
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentStatus: PaymentStatus,
  /** Paid, and a part of it is refunded or will be. */
  partiallyRefunded: z.boolean().default(false),
  /** Some units are shipped and some are left; the status is still Processing. */
  partiallyShipped: z.boolean().default(false),
  /** Units of the order, and pictures of its first three items. */
  units: z.number().int().default(0),
  images: z.array(z.string().nullable()).default([]),
  total: Amount,
  createdAt: z.iso.datetime(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

/** Amount in minor units of the charged currency. */
const Minor = z.number().int();

/** An order with all its data for staff. */
export const AdminOrder = Order.extend({
  customer: z.string(),
  email: z.string(),
  /** False if the customer has turned them off, or deleted the account. */
  receivesOrderEmails: z.boolean(),
  /** How the amounts were calculated: tax and discount in basis points, and the exchange rate of the charge. */
  taxBp: z.number().int(),
  discountBp: z.number().int(),
  chargeRate: z.number(),
  timeline: z.array(
    z.object({
      from: OrderStatus.nullable(),
      to: OrderStatus,
      by: z.enum(['customer', 'admin', 'system']),
      name: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
  payments: z.array(
    z.object({
      id: Id,
      reference: z.string(),
      status: z.string(),
      amount: Minor,
      currency: z.string(),
      at: z.iso.datetime(),
      refunds: z.array(
        OrderRefund.extend({
          reason: z.string(),
          /** The provider's message while the refund is pending or when it has failed. */
          error: z.string().nullable(),
          /** It failed, was not retried, and the payment is not fully refunded. */
          canRetry: z.boolean(),
        }),
      ),
    }),
  ),
  /** The amount of the captured payment that can still be refunded. */
  refundable: Minor,
  notes: z.array(z.object({ id: Id, body: z.string(), author: z.string().nullable(), at: z.iso.datetime() })),
  emails: z.array(
    z.object({
      id: Id,
      subject: z.string(),
      to: z.string(),
      status: z.enum(['queued', 'sent', 'failed', 'skipped']),
      error: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
});
export type AdminOrder = z.infer<typeof AdminOrder>;

/** In the charged currency, with at most its `chargeDecimals`, which are never more than two. */
export const PartialRefund = z.strictObject({
  amount: z
    .number(adminOrderMessages.badAmount)
    .positive(adminOrderMessages.badAmount)
    .max(1_000_000_000, adminOrderMessages.badAmount)
    .multipleOf(0.01, adminOrderMessages.badAmount),
  reason: z
    .string(adminOrderMessages.reasonMissing)
    .trim()
    .min(1, adminOrderMessages.reasonMissing)
    .max(500, adminOrderMessages.reasonTooLong),
});
export type PartialRefund = z.infer<typeof PartialRefund>;

export const NewOrderNote = z.strictObject({
  body: z
    .string(adminOrderMessages.noteMissing)
    .trim()
    .min(1, adminOrderMessages.noteMissing)
    .max(5_000, adminOrderMessages.noteTooLong),
});
export const BATCH_MAX = 10_000;
/** Orders of a bulk update whose effects are calculated before it starts; fewer if cancelled ones are reopened. */
export const DRY_RUN_MAX = 500;

/** Bulk status update. */
export const NewOrderBatch = z.strictObject({
  orderIds: z
    .array(Id)
    .min(1, adminOrderMessages.noneChosen)
    .max(BATCH_MAX, adminOrderMessages.tooManyOrders(BATCH_MAX)),
  status: OrderStatus,
});
export type NewOrderBatch = z.infer<typeof NewOrderBatch>;

/** Progress of a bulk update. */
export const OrderBatch = z.object({
  id: Id,
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  finished: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The first 100 orders whose status could not be changed, and why. */
  failures: z.array(z.object({ orderId: Id, number: z.string(), message: z.string() })),
});
export type OrderBatch = z.infer<typeof OrderBatch>;

/** CSV with order ids and statuses. Without `apply` it is a dry run. */
export const OrderImport = z.strictObject({ csv: z.string().min(1).max(2_000_000), apply: z.boolean().default(false) });
export type OrderImport = z.infer<typeof OrderImport>;

/** The size limit of forms; 10,000 orders need half of it. */
export const IMPORT_BYTES_MAX = 1_000_000;
export const IMPORT_ERRORS_SHOWN = 100;

/** Rows are numbered as in a spreadsheet: the header is row 1. A file with errors changes nothing. */
export const OrderImportResult = z.object({
  rows: z.number().int(),
  /** Number of orders for each new status, applied or not. */
  statuses: z.array(z.object({ status: OrderStatus, orders: z.number().int() })),
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })),
  batchId: Id.nullable(),
});
export type OrderImportResult = z.infer<typeof OrderImportResult>;
