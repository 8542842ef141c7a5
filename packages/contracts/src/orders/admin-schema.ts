import { z } from 'zod';
import { SHIPPING_METHODS } from '../cart/constants.ts';
import { PAYMENT_METHODS } from '../checkout/constants.ts';
import { dateRange, searchText, unlessEmpty } from '../common/filters.ts';
import { Amount, BasisPoints, Id, Minor, Moment } from '../common/schema.ts';
import { RefundTerms } from '../returns/schema.ts';
import { adminOrderMessages } from './admin-messages.ts';
import { REFUND_METHODS } from './constants.ts';
import { Order, OrderItem, OrderRefund, OrderStatus, PaymentStatus } from './schema.ts';

export const ADMIN_ORDERS_SHOWN = 50;
const SEARCH_MIN = 3;

export const OrderFilter = z.strictObject({
  q: unlessEmpty(searchText(SEARCH_MIN)).describe(
    'An order number, the beginning of an email address, or the beginnings of all words of a name: 3 characters or more.',
  ),
  status: unlessEmpty(OrderStatus).describe('Only orders with this status.'),
  payment: unlessEmpty(z.enum([...PaymentStatus.options, 'due'])).describe(
    'Only orders with this payment status; `due` are those neither paid nor cancelled.',
  ),
  fulfillment: unlessEmpty(z.enum(['unfulfilled'])).describe(
    'Only orders that have units to ship: pending or processing ones that are not completely refunded.',
  ),
  shipping: unlessEmpty(z.enum(SHIPPING_METHODS)).describe('Only orders with this shipping method.'),
  from: dateRange.from.describe('Only orders placed on this day or later, in the store’s time zone.'),
  to: dateRange.to.describe('Only orders placed on this day or earlier, in the store’s time zone.'),
});
export type OrderFilter = z.infer<typeof OrderFilter>;

const OrderSort = z.enum(['date', '-date', 'total', '-total']);
export type OrderSort = z.infer<typeof OrderSort>;

export const AdminOrderQuery = OrderFilter.extend({
  sort: unlessEmpty(OrderSort).describe('A minus is descending order. By default `-date`, the newest first.'),
  after: unlessEmpty(Id).describe('The id of the last order of the previous page, as in its `Link`.'),
});
export type AdminOrderQuery = z.infer<typeof AdminOrderQuery>;

export const OrderSummary = z
  .object({
    id: Id,
    number: z.string().describe('The last 8 characters of the id.'),
    userId: Id.describe('The account or guest that the order belongs to now.'),
    customer: z.string().describe('The current name of the customer.'),
    email: z.string().describe('The email address the order was placed with.'),
    status: OrderStatus,
    paymentMethod: z.enum(PAYMENT_METHODS).describe('`cod` is cash on delivery; the others are paid online.'),
    paymentStatus: PaymentStatus,
    partiallyRefunded: z.boolean().default(false).describe('It is paid, and has a refund that has not failed.'),
    partiallyShipped: z
      .boolean()
      .default(false)
      .describe('Some units are shipped and some are left: the status is still processing.'),
    units: z.number().int().default(0).describe('Units of all items.'),
    images: z
      .array(z.string().nullable())
      .default([])
      .describe('The images of its first three items, as in the order; null for an item without one.'),
    total: Amount,
    createdAt: Moment.describe('When it was placed.'),
  })
  .meta({ id: 'OrderSummary', description: 'An order in a list for staff.' });
export type OrderSummary = z.infer<typeof OrderSummary>;

const StaffRefund = OrderRefund.extend({
  reason: z.string().describe('What staff entered, which the customer does not see, or the store’s own reason.'),
  error: z
    .string()
    .nullable()
    .describe(
      'The last message of the payment provider about a refund that is pending or has failed; null if there is none.',
    ),
  canRetry: z.boolean().describe('It failed, was not retried before, and something of the payment is left to refund.'),
}).meta({ id: 'StaffRefund', description: 'A refund of an order, with what only staff see.' });

const OrderPayment = z
  .object({
    id: Id,
    reference: z.string().describe('The provider’s id of the payment, to find it on the provider’s dashboard.'),
    status: z
      .string()
      .describe(
        'As the provider reports it: `created`, `authorized`, `captured` or `failed`; `refunded` once nothing of it remains.',
      ),
    amount: Minor,
    currency: z.string().describe('An ISO 4217 code.'),
    at: Moment.describe('When the store recorded it.'),
    refunds: z.array(StaffRefund).describe('Oldest first.'),
  })
  .meta({ id: 'OrderPayment', description: 'A payment of the checkout an order came from, whatever its result.' });

const OrderTimelineEntry = z
  .object({
    from: OrderStatus.nullable().describe('Null: the order was placed.'),
    to: OrderStatus,
    by: z.enum(['customer', 'admin', 'system']).describe('Who changed it; `admin` is a staff member.'),
    name: z.string().nullable().describe('The current name of the customer or staff member; null for the system.'),
    at: Moment.describe('When the status changed.'),
  })
  .meta({ id: 'OrderTimelineEntry', description: 'A change of the status of an order.' });

const OrderNote = z
  .object({
    id: Id,
    body: z.string().describe('Plain text with line breaks, for staff only.'),
    author: z.string().nullable().describe('The current name of the staff member; null if it is not recorded.'),
    at: Moment.describe('When the note was added. Notes are never edited.'),
  })
  .meta({ id: 'OrderNote', description: 'An internal remark of staff about an order. The customer does not see it.' });

const OrderEmail = z
  .object({
    id: Id,
    subject: z.string().describe('The subject line the recipient sees.'),
    to: z.string().describe('The email address it is sent to: that of the time when it was queued.'),
    status: z
      .enum(['queued', 'sent', 'failed', 'skipped'])
      .describe(
        '`queued`: also while it is retried. `failed`: all attempts have. `skipped`: unwanted or out of date when its turn came.',
      ),
    error: z.string().nullable().describe('Why the last attempt that failed did so; null if none has.'),
    at: Moment.describe('When it was sent; until then, when it was queued.'),
  })
  .meta({ id: 'OrderEmail', description: 'An email about an order.' });

export const AdminOrder = Order.extend({
  items: z
    .array(
      OrderItem.extend({
        refundable: z
          .number()
          .int()
          .nonnegative()
          .optional()
          .describe('Units that can still be refunded by unit: they are in no other refund and in no return.'),
      }).meta({ id: 'AdminOrderItem', description: 'A variant in an order, with what staff can refund of it.' }),
    )
    .describe('One for each variant.'),
  customer: z.string().describe('The current name of the customer.'),
  email: z.string().describe('The email address the order was placed with.'),
  guest: z
    .boolean()
    .optional()
    .describe('Bought by a guest, whose emails have links that open the order without a login.'),
  receivesOrderEmails: z.boolean().describe('False if the customer has turned them off, or deleted the account.'),
  taxBp: BasisPoints.describe('The tax rate of the order in basis points: 800 is 8%.'),
  discountBp: BasisPoints.describe('The discount in basis points of the subtotal: 1000 is 10%; 0 without one.'),
  chargeRate: z.number().describe('The exchange rate of the charge: units of its currency for 1 of the store’s.'),
  timeline: z.array(OrderTimelineEntry).describe('Every change of the status, oldest first.'),
  payments: z.array(OrderPayment).describe('Oldest first, also failed ones. Cash on delivery has none.'),
  refundable: Minor.describe(
    'What can still be refunded, in the currency of the charge: of the captured payment, or of the cash once it is paid.',
  ),
  refundTerms: RefundTerms.optional().describe('What a refund by units is calculated from.'),
  cashRefunds: z.array(StaffRefund).optional().describe('Refunds of an order without an online payment, oldest first.'),
  notes: z.array(OrderNote).describe('Newest first. They are deleted with the account of the customer.'),
  emails: z.array(OrderEmail).describe('Newest first.'),
}).meta({ id: 'AdminOrder', description: 'An order with all its data, for staff.' });
export type AdminOrder = z.infer<typeof AdminOrder>;

export const LinkRevocation = z
  .strictObject({
    link: z
      .enum(['order', 'gift'])
      .describe('`order`: the links that open a guest’s order; `gift`: those of the recipient of a gift.'),
  })
  .meta({ id: 'LinkRevocation', description: 'Which links of an order, of all sent or printed so far, stop working.' });
export type RevokedLink = z.infer<typeof LinkRevocation>['link'];

export const PartialRefund = z
  .strictObject({
    amount: z
      .number(adminOrderMessages.badAmount)
      .positive(adminOrderMessages.badAmount)
      .max(1_000_000_000, adminOrderMessages.badAmount)
      .multipleOf(0.01, adminOrderMessages.badAmount)
      .optional()
      .describe(
        'In the currency of the charge, not in minor units, with no more decimals than it is charged in. Without it, what was paid for the units and shipping.',
      ),
    items: z
      .array(
        z.strictObject({
          orderItemId: Id.describe('Its id among the `items` of the order.'),
          quantity: z
            .number(adminOrderMessages.badUnits)
            .int(adminOrderMessages.badUnits)
            .positive(adminOrderMessages.badUnits)
            .describe(
              'Up to its `refundable` units. Those that were not shipped come first, and are not shipped any more.',
            ),
          restock: z
            .boolean()
            .optional()
            .describe(
              'Whether the units return to stock. By default those that were not shipped do, and others do not; with `false` the former are written off.',
            ),
        }),
      )
      .max(200)
      .refine(
        (items) => new Set(items.map(({ orderItemId }) => orderItemId)).size === items.length,
        adminOrderMessages.badUnits,
      )
      .default([])
      .describe('The units to refund, each item once. None: only shipping, or an amount that names no units.'),
    shipping: z.boolean().default(false).describe('Whether to refund what was paid for shipping.'),
    method: z
      .enum(REFUND_METHODS)
      .optional()
      .describe(
        'How it is paid: all but `provider` are paid by staff, and only recorded. By default `provider` or, if the order was paid in cash, `cash`.',
      ),
    reason: z
      .string(adminOrderMessages.reasonMissing)
      .trim()
      .min(1, adminOrderMessages.reasonMissing)
      .max(500, adminOrderMessages.reasonTooLong)
      .describe('For the records of staff. The customer does not see it.'),
  })
  .meta({
    id: 'PartialRefund',
    description:
      'A refund of units, shipping or an amount: at least one of them. The last units to ship cancel the order, if nothing was shipped, and then all that remains is refunded.',
  });
export type PartialRefund = z.input<typeof PartialRefund>;

export const NewOrderNote = z
  .strictObject({
    body: z
      .string(adminOrderMessages.noteMissing)
      .trim()
      .min(1, adminOrderMessages.noteMissing)
      .max(5_000, adminOrderMessages.noteTooLong)
      .describe('Plain text for staff. The customer does not see it.'),
  })
  .meta({
    id: 'NewOrderNote',
    description: 'An internal note about an order. It stays as it is until the account of the customer is deleted.',
  });
export const BATCH_MAX = 10_000;
/** Orders of a bulk update whose effects are calculated before it starts; fewer if cancelled ones are reopened. */
export const DRY_RUN_MAX = 500;

export const NewOrderBatch = z
  .strictObject({
    orderIds: z
      .array(Id)
      .min(1, adminOrderMessages.noneChosen)
      .max(BATCH_MAX, adminOrderMessages.tooManyOrders(BATCH_MAX))
      .describe('The orders to update. Repeated and unknown ids are ignored.'),
    status: OrderStatus.describe('The new status of all of them. `cancelled` requires the permission `orders.refund`.'),
  })
  .meta({
    id: 'NewOrderBatch',
    description:
      'A bulk status update. The worker updates the orders one by one; one that fails does not block others.',
  });
export type NewOrderBatch = z.infer<typeof NewOrderBatch>;

export const OrderBatch = z
  .object({
    id: Id,
    total: z.number().int().describe('Orders of the update.'),
    done: z.number().int().describe('Orders that were updated, or had the status already.'),
    failed: z
      .number()
      .int()
      .describe('Orders whose status did not change; once it is stopped, also those not reached.'),
    finished: z.boolean().describe('No order is left to update.'),
    stopped: z.boolean().describe('It was stopped before all orders were reached.'),
    lostPermission: z
      .string()
      .nullable()
      .describe(
        'The name of who started it, if it was stopped because this person no longer has the permission; else null.',
      ),
    createdAt: Moment.describe('When it was started.'),
    failures: z
      .array(
        z.object({
          orderId: Id.describe('One of the orders of the update.'),
          number: z.string().describe('The last 8 characters of the order id.'),
          message: z.string().describe('Why its status did not change, for staff to read.'),
        }),
      )
      .describe('The first 100 failed orders; those that were not reached come last.'),
  })
  .meta({ id: 'OrderBatch', description: 'The progress of a bulk status update.' });
export type OrderBatch = z.infer<typeof OrderBatch>;

export const OrderImport = z
  .strictObject({
    csv: z
      .string()
      .min(1)
      .max(2_000_000)
      .describe(
        'With a header and the columns `Order ID` and `Status`, in any order, for up to 10,000 orders; other columns are ignored.',
      ),
    apply: z
      .boolean()
      .default(false)
      .describe('False: the file is only checked. True: it is applied if it has no errors.'),
  })
  .meta({ id: 'OrderImport', description: 'A CSV file that updates the status of orders. It creates none.' });
export type OrderImport = z.infer<typeof OrderImport>;

/** The size limit of forms; 10,000 orders need half of it. */
export const IMPORT_BYTES_MAX = 1_000_000;
export const IMPORT_ERRORS_SHOWN = 100;

export const OrderImportResult = z
  .object({
    rows: z.number().int().describe('Rows with an order id and a status that can be read.'),
    statuses: z
      .array(
        z.object({
          status: OrderStatus,
          orders: z.number().int().describe('Rows with this status.'),
        }),
      )
      .describe('How many orders get each status, applied or not. A status without any is missing.'),
    errors: z
      .array(
        z.object({
          row: z.number().int().describe('As in a spreadsheet: the header is row 1.'),
          message: z.string().describe('What is wrong with the row, for staff to read.'),
        }),
      )
      .describe('The first 100, by row. A file with errors changes nothing.'),
    batchId: Id.nullable().describe('The bulk update that applies it; null if nothing is applied.'),
  })
  .meta({ id: 'OrderImportResult', description: 'What a CSV file with order statuses changes, or why it cannot.' });
export type OrderImportResult = z.infer<typeof OrderImportResult>;
