import { PLACEHOLDER_IMAGE } from '@shop/contracts/common/media';
import { toAmount, toPercent } from '@shop/contracts/common/money';
import { Cents, OptionValues } from '@shop/contracts/common/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { Order, type TrackedOrder } from '@shop/contracts/orders/schema';
import type { Shipment } from '@shop/contracts/orders/shipment-schema';
import { DeliverySettings } from '@shop/contracts/settings/delivery-schema';
import { z } from 'zod';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';
import type { GatheredRow, OrderRow, TrackedOrderRow } from './sql.ts';

/** Also for another customer's order: 404, never 403. */
export const orderNotFound = () => new DomainError('not_found', 'order_not_found', orderMessages.notFound);

/** What does not depend on the checkout. `now` is the start of the transaction, which becomes the time of the order. */
const OrderTerms = z.object({
  orderId: z.string(),
  historyId: z.string(),
  emailId: z.string(),
  now: z.string(),
  delivery: DeliverySettings,
  timeZone: z.string(),
});
export type OrderTerms = z.infer<typeof OrderTerms>;

/** What the order of a checkout consists of. */
export const Placement = OrderTerms.extend({
  checkoutId: z.string(),
  userId: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  items: z.array(
    z.object({
      variantId: z.string(),
      name: z.string(),
      options: OptionValues,
      quantity: z.number(),
      unitPriceCents: Cents,
    }),
  ),
  totalCents: Cents,
  ...Order.pick({ paymentMethod: true, shippingAddress: true, shippingMethod: true }).shape,
  /** Of an open checkout: the dates that the customer agreed to. Null: those of an order placed now. */
  promise: z.object({ earliest: z.string(), latest: z.string(), dispatchBy: z.string() }).nullable(),
});
export type Placement = z.infer<typeof Placement>;

/** As the database generates it from the id. */
export const orderNumber = (id: string) => id.slice(-8);

export const trackedOrder = (row: TrackedOrderRow): TrackedOrder => ({
  ...(row.isGift ? withoutAmounts(row) : progress(row)),
  shipments: shipmentsOf(row).map(({ items: _items, ...shipment }) => shipment),
  placedAt: toIso(row.createdAt),
  city: row.city,
  country: row.country,
});

export const ownOrder = (row: OrderRow): Order => ({
  ...progress(row),
  items: itemsOf(row).map(({ refundable: _refundable, ...item }) => ({ ...item, refunded: refundedUnits(row, item) })),
  shipments: shipmentsOf(row),
  id: row.id,
  userId: row.userId,
  shippingAddress: row.shippingAddress,
  shippingMethod: row.shippingMethod,
  gift: row.gift,
  paymentMethod: row.paymentMethod,
  paymentStatus: row.paymentStatus,
  charge: { amount: row.chargeMinor, currency: row.chargeCurrency },
  terms: { taxPercent: toPercent(row.taxBp), discountPercent: toPercent(row.discountBp), chargeRate: row.chargeRate },
  refunds: row.refunds.map((refund) => ({ ...refund, at: toIso(refund.at) })),
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
});

export const giftLinkOf = (row: OrderRow) => ({ orderId: row.id, version: row.giftLinkVersion });

export const addressLines = ({ name, line1, line2, city, state, postalCode, country }: Order['shippingAddress']) =>
  [name, line1, line2, `${city}, ${state} ${postalCode}`, country].flatMap((line) => line || []);

const shipmentsOf = ({ shipments }: { shipments: Shipment[] }) =>
  shipments.map((shipment) => ({ ...shipment, shippedAt: toIso(shipment.shippedAt) }));

const promiseOf = ({ promisedEarliest: earliest, promisedLatest: latest }: GatheredRow<unknown>) =>
  earliest && latest ? { earliest, latest } : null;
const itemsOf = <Line>(row: GatheredRow<Line>) =>
  row.lines.map(({ unitPriceCents, ...line }) => ({
    ...line,
    image: line.image ?? PLACEHOLDER_IMAGE,
    price: toAmount(unitPriceCents),
  }));

/** With the whole payment, every unit is refunded; otherwise those that refunds and returns name. */
const refundedUnits = ({ paymentStatus }: OrderRow, { quantity, refunded }: { quantity: number; refunded: number }) =>
  paymentStatus === 'refunded' ? quantity : refunded;

function withoutAmounts(row: TrackedOrderRow) {
  const { number, status, reachedAt, trackingNumber, promise, items } = progress(row);
  const unpriced = items.map(({ name, options, image, quantity }) => ({ name, options, image, quantity }));
  return { number, status, reachedAt, trackingNumber, promise, items: unpriced };
}

/** Items, totals and status. */
const progress = <Line>(row: GatheredRow<Line>) => ({
  number: row.number,
  status: row.status,
  reachedAt: Object.fromEntries(Object.entries(row.reachedAt).map(([status, at]) => [status, toIso(at)])),
  trackingNumber: row.trackingNumber,
  promise: promiseOf(row),
  items: itemsOf(row),
  subtotal: toAmount(row.subtotalCents),
  tax: toAmount(row.taxCents),
  shipping: toAmount(row.shippingCents),
  discount: toAmount(row.discountCents),
  discountCode: row.discountCode,
  total: toAmount(row.totalCents),
});
