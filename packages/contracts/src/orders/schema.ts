import { z } from 'zod';
import { SHIPPING_METHODS } from '../cart/constants.ts';
import { PAYMENT_METHODS } from '../checkout/constants.ts';
import { Amount, email, Id, Minor, Moment, OptionValues } from '../common/schema.ts';
import { TotalTerms } from '../common/total-terms.ts';
import { DeliveryEstimate } from '../settings/delivery-schema.ts';
import { ORDER_STATUSES, REFUND_METHODS } from './constants.ts';
import { Gift } from './gift-schema.ts';
import { orderMessages, trackOrderMessages } from './messages.ts';
import { Charge, ItemImage } from './parts-schema.ts';
import { Shipment } from './shipment-schema.ts';

export const OrderStatus = z.enum(ORDER_STATUSES).meta({
  id: 'OrderStatus',
  description:
    'How far an order is. `pending`: placed, not yet packed. `processing`: being packed, or shipped in part. `shipped`: all units are on their way, except those refunded before. `delivered`: arrived; cash on delivery is paid then. `cancelled`: ended, and what was paid online is refunded.',
});
export type OrderStatus = z.infer<typeof OrderStatus>;

export const OrderNumber = z
  .string(orderMessages.invalidNumber)
  .trim()
  .toLowerCase()
  .regex(/^#?([0-9a-f-]{28})?[0-9a-f]{8}$/, orderMessages.invalidNumber)
  .transform((text) => text.slice(-8))
  .describe('The last 8 characters of the order id. Accepted in capitals and after a `#` too, and so is the whole id.');

export const OrderKey = z
  .strictObject({
    number: OrderNumber,
    email: email(trackOrderMessages.invalidEmail).describe(
      'The email address the order was placed with, in any case. A wrong one gets the same error as an unknown number.',
    ),
  })
  .meta({ id: 'OrderKey', description: 'Order number and email address, which together open the status of an order.' });
export type OrderKey = z.infer<typeof OrderKey>;

const ReachedAt = z.partialRecord(OrderStatus, Moment);

export const TrackedOrder = z
  .object({
    number: z
      .string()
      .describe('The last 8 characters of the order id. If a customer has two orders with it, the newer one is sent.'),
    status: OrderStatus,
    reachedAt: ReachedAt.describe(
      'When each status was last reached. A status that the order never had is missing; one that it left again is not.',
    ),
    placedAt: Moment.describe('When the order was placed: after the payment, if it was paid online.'),
    trackingNumber: z
      .string()
      .nullable()
      .describe('That of the newest shipment; null before the first one. Each shipment has its own.'),
    promise: DeliveryEstimate.nullable()
      .default(null)
      .describe('The dates promised when the order was placed; null for an order of an earlier release.'),
    shipments: z
      .array(Shipment.omit({ items: true }))
      .default([])
      .describe('Oldest first, without their items.'),
    city: z.string().describe('Of the shipping address, of which only city and country are sent.'),
    country: z.string().describe('Of the shipping address, by its English name.'),
    items: z
      .array(
        z.object({
          name: z.string().describe('The name of the product when the order was placed.'),
          options: OptionValues,
          image: ItemImage,
          price: Amount.optional().describe('Of one unit, before tax and discount. Missing if the order is a gift.'),
          quantity: z.number().int().positive().describe('Units ordered.'),
        }),
      )
      .describe('Sorted by name.'),
    subtotal: Amount.optional().describe('Of all items, before tax and discount. Missing if the order is a gift.'),
    tax: Amount.optional().describe('Of the subtotal, before the discount. Missing if the order is a gift.'),
    shipping: Amount.optional().describe(
      'The price of the shipping method; 0 if it was free. Missing if the order is a gift.',
    ),
    discount: Amount.optional().describe('Subtracted from the total; 0 without one. Missing if the order is a gift.'),
    discountCode: z
      .string()
      .nullish()
      .describe('The code that gave the discount; null without one. Missing if the order is a gift.'),
    total: Amount.optional().describe(
      'Subtotal, tax and shipping, minus the discount. Missing if the order is a gift.',
    ),
  })
  .meta({
    id: 'TrackedOrder',
    description:
      'The status of an order for anyone who has its number and email address: no personal data but city and country. A gift has no amounts, because its recipient may have both.',
  });
export type TrackedOrder = z.infer<typeof TrackedOrder>;

export const PaymentStatus = z.enum(['pending', 'paid', 'refunded']).meta({
  id: 'PaymentStatus',
  description:
    'Whether an order is paid. `pending`: cash that was not collected, also of a cancelled order. `paid`: also an online order with a total of 0, and one of which a part was refunded. `refunded`: nothing of what was paid remains.',
});
export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const OrderItem = z
  .object({
    id: Id.describe('Identifies the item in shipments, refunds and returns, where it is the `orderItemId`.'),
    productId: Id.describe('Stays when the product is deleted.'),
    variantId: Id.describe('Stays when the variant is removed.'),
    slug: z.string().describe('The current URL slug of the product, which may not be published any more.'),
    sku: z.string().default('').describe('The current SKU of the variant.'),
    name: z.string().describe('The name of the product when the order was placed.'),
    options: OptionValues,
    price: Amount.describe('Of one unit when the order was placed, before tax and discount.'),
    quantity: z.number().int().positive().describe('Units ordered. Refunds and returns do not change it.'),
    shipped: z
      .number()
      .int()
      .nonnegative()
      .default(0)
      .describe('Units in shipments; 0 also for an order that an earlier release has shipped.'),
    removed: z
      .number()
      .int()
      .nonnegative()
      .optional()
      .describe('Units that were refunded before they were shipped: they are not shipped any more.'),
    refunded: z
      .number()
      .int()
      .nonnegative()
      .default(0)
      .describe('Units refunded, by unit or by returns; all of them once the whole payment is refunded.'),
    image: ItemImage,
  })
  .meta({
    id: 'OrderItem',
    description: 'A variant in an order. An order has one item for each variant, so each unit belongs to one item.',
  });
export type OrderItem = z.infer<typeof OrderItem>;

const ShippingAddress = z
  .object({
    name: z.string().describe('The recipient: that of the address, or the customer if it names none.'),
    line1: z.string().describe('First line, usually street and number.'),
    line2: z.string().nullish().describe('Second line, for example an apartment; null without one.'),
    city: z.string().describe('City or town.'),
    state: z.string().describe('State, province or county.'),
    postalCode: z.string().describe('Postal or ZIP code.'),
    country: z.string().describe('By its English name, for example `United States`.'),
    phone: z.string().nullish().describe('For the carrier; null without one.'),
  })
  .meta({
    id: 'ShippingAddress',
    description:
      'Where an order is delivered, as the address was when it was placed. Once the account of the customer is deleted, only the country remains, and the other texts are empty.',
  });

export const OrderRefund = z
  .object({
    id: Id,
    amount: Minor.describe('In the currency of the charge.'),
    status: z
      .enum(['pending', 'processed', 'failed'])
      .describe(
        '`pending`: requested from the payment provider. `processed`: paid; a bank can still reverse it. `failed`: not paid, so the money is still with the store.',
      ),
    method: z
      .enum(REFUND_METHODS)
      .optional()
      .describe('How it is paid. All but `provider` were paid by staff, and are recorded as processed.'),
    at: Moment.describe('When it was requested or, if it was not made here, recorded.'),
  })
  .meta({ id: 'OrderRefund', description: 'Money returned to the customer: all that was paid, or a part.' });
export type OrderRefund = z.infer<typeof OrderRefund>;

export const Order = z
  .object({
    id: Id,
    number: z.string().describe('The last 8 characters of the id; with the email address it opens the tracking page.'),
    userId: Id.describe('The customer. Orders of a guest become those of the account that joins them.'),
    items: z.array(OrderItem).describe('One for each variant.'),
    status: OrderStatus,
    shippingAddress: ShippingAddress,
    shippingMethod: z.enum(SHIPPING_METHODS).describe('Chosen at checkout; it decides about price and transit time.'),
    paymentMethod: z
      .enum(PAYMENT_METHODS)
      .describe('Chosen at checkout. `cod` is cash on delivery; the others are paid online, unless the total is 0.'),
    paymentStatus: PaymentStatus,
    subtotal: Amount.describe('Of all items, before tax and discount.'),
    tax: Amount.describe('Of the subtotal, before the discount.'),
    shipping: Amount.describe('The price of the shipping method; 0 if it was free.'),
    discount: Amount.describe('Subtracted from the total; 0 without one.'),
    total: Amount.describe('Subtotal, tax and shipping, minus the discount; the charge may be in another currency.'),
    discountCode: z.string().nullable().describe('The code that gave the discount; null without one.'),
    charge: Charge,
    terms: TotalTerms.nullish().describe('The rates behind tax, discount and charge, as of the order.'),
    gift: Gift.nullish().describe('For whom the order is a gift, and the message; null if it is none.'),
    refunds: z.array(OrderRefund).default([]).describe('All of them, also failed ones, oldest first.'),
    trackingNumber: z
      .string()
      .nullable()
      .describe(
        'That of the newest shipment; null before the first one. An order that is set back to be packed keeps it for its next shipment.',
      ),
    promise: DeliveryEstimate.nullable()
      .default(null)
      .describe('The dates promised when the order was placed; null for an order of an earlier release.'),
    shipments: z
      .array(Shipment)
      .default([])
      .describe('Oldest first. An order that is set back to pending or processing loses them.'),
    reachedAt: ReachedAt.describe(
      'When each status was last reached. A status that the order never had is missing; one that it left again is not.',
    ),
    createdAt: Moment.describe('When it was placed.'),
    updatedAt: Moment.describe(
      'When the order itself last changed: its status, payment status, tracking number, links or customer.',
    ),
  })
  .meta({ id: 'Order', description: 'An order as its customer and staff see it.' });
export type Order = z.infer<typeof Order>;

export const ConfirmationEmail = z
  .object({
    email: z
      .object({
        to: z.string().describe('The address it goes to.'),
        sent: z.boolean().describe('False while it is queued.'),
      })
      .nullable()
      .describe('Null if there is none, for example because the customer has turned order emails off.'),
  })
  .meta({
    id: 'ConfirmationEmail',
    description: 'The email that confirms an order, so that a page promises no other.',
  });
export type ConfirmationEmail = z.infer<typeof ConfirmationEmail>;

export const ORDERS_SHOWN = 10;

export const OrderQuery = z.strictObject({
  after: Id.optional().describe(
    'The id of the last order of the previous page, as in its `Link`; without it, the first page.',
  ),
});

export const StatusChange = z
  .strictObject({
    status: OrderStatus.describe('The new one. The current one changes nothing, and sends no email.'),
    expectedStatus: OrderStatus.optional().describe(
      'Optimistic concurrency: the status the change is based on. If the order has another one, even the new one, it fails with `order_status_conflict`.',
    ),
    returnToStock: z
      .boolean()
      .default(false)
      .describe(
        'When cancelling: whether units that were shipped return to stock; otherwise they are written off. Units that were not shipped always return.',
      ),
  })
  .meta({
    id: 'StatusChange',
    description:
      'A status set by staff. Any of the five can follow any other; `cancelled` refunds what was paid online.',
  });
export type StatusChange = z.infer<typeof StatusChange>;
