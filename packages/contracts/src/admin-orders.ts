import { z } from 'zod';
import { adminOrderMessages } from './admin-orders-texts.ts';
import { PAYMENT_METHODS } from './checkout-texts.ts';
import { Amount, Id } from './common.ts';
import { unlessEmpty } from './filters.ts';
import { Order, OrderRefund, OrderStatus, PaymentStatus } from './orders.ts';

export const ADMIN_ORDERS_SHOWN = 50;
/** Fewer letters would find half of all customers. */
const SEARCH_MIN = 3;

/** What an order list can be narrowed to. `q` is an order number, the beginning of an e-mail address, or words of a name. */
export const OrderFilter = z.strictObject({
  q: unlessEmpty(
    z.string().trim().min(SEARCH_MIN, adminOrderMessages.tooShort(SEARCH_MIN)).max(200, adminOrderMessages.tooLong),
  ),
  status: unlessEmpty(OrderStatus),
  /** `due`: not paid yet, of an order that was not cancelled. */
  payment: unlessEmpty(z.enum([...PaymentStatus.options, 'due'])),
  /** The first and the last day, both included, in UTC. */
  from: unlessEmpty(z.iso.date(adminOrderMessages.badDay)),
  to: unlessEmpty(z.iso.date(adminOrderMessages.badDay)),
});
export type OrderFilter = z.infer<typeof OrderFilter>;

/** `after` names the last order of the page before. */
export const AdminOrderQuery = OrderFilter.extend({ after: unlessEmpty(Id) });
export type AdminOrderQuery = z.infer<typeof AdminOrderQuery>;

/** One line of the list of all orders. */
export const OrderSummary = z.object({
  id: Id,
  number: z.string(),
  userId: Id,
  customer: z.string(),
  email: z.string(),
  status: OrderStatus,
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentStatus: PaymentStatus,
  total: Amount,
  createdAt: z.iso.datetime(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

/** Money in minor units of the currency the payment provider takes. */
const Minor = z.number().int();

/** All that the shop knows of one order. */
export const AdminOrder = Order.extend({
  customer: z.string(),
  email: z.string(),
  /** What the figures were made with: shares in basis points, and dollars in the currency of the charge. */
  taxBp: z.number().int(),
  promoBp: z.number().int(),
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
          /** The provider's words, while it is pending or when it has failed. */
          error: z.string().nullable(),
          /** It failed, was not asked for again, and there is still something to refund. */
          canRetry: z.boolean(),
        }),
      ),
    }),
  ),
  /** What can still be given back of the payment that was taken. */
  refundable: Minor,
  notes: z.array(z.object({ id: Id, body: z.string(), author: z.string().nullable(), at: z.iso.datetime() })),
  mails: z.array(
    z.object({
      id: Id,
      subject: z.string(),
      to: z.string(),
      state: z.enum(['queued', 'sent', 'failed', 'skipped']),
      error: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
});
export type AdminOrder = z.infer<typeof AdminOrder>;

/** In the currency that was charged, with at most the decimals it is charged in (`chargeDecimals`): never more than two. */
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
/** What came of it, by its id. */
export const CreatedResponse = z.object({ id: Id });

export const BATCH_MAX = 10_000;

/** One status for many orders. */
export const NewOrderBatch = z.strictObject({
  orderIds: z
    .array(Id)
    .min(1, adminOrderMessages.noneChosen)
    .max(BATCH_MAX, adminOrderMessages.tooManyOrders(BATCH_MAX)),
  status: OrderStatus,
});
export type NewOrderBatch = z.infer<typeof NewOrderBatch>;

/** How far the worker is with it. */
export const OrderBatch = z.object({
  id: Id,
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  finished: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The first hundred that could not be moved, and why. */
  failures: z.array(z.object({ orderId: Id, number: z.string(), message: z.string() })),
});
export type OrderBatch = z.infer<typeof OrderBatch>;

/** A table of order ids and statuses, as text. Without `apply` it is only read through. */
export const OrderImport = z.strictObject({ csv: z.string().min(1).max(2_000_000), apply: z.boolean().default(false) });
export type OrderImport = z.infer<typeof OrderImport>;

/** Forms of the shop take no more, and ten thousand orders need half of it. */
export const IMPORT_BYTES_MAX = 1_000_000;
export const IMPORT_ERRORS_SHOWN = 100;

/** Rows count as in a spreadsheet: the heading is the first. A table with errors changes nothing. */
export const OrderImportResult = z.object({
  rows: z.number().int(),
  /** How many orders would get, or get, which status. */
  statuses: z.array(z.object({ status: OrderStatus, orders: z.number().int() })),
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })),
  batchId: Id.nullable(),
});
export type OrderImportResult = z.infer<typeof OrderImportResult>;
