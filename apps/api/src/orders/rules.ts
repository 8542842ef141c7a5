import { PLACEHOLDER_IMAGE } from '@shop/contracts/common/media';
import { toAmount } from '@shop/contracts/common/money';
import { OptionValues } from '@shop/contracts/common/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { Order, type OrderStatus, type PaymentStatus, type TrackedOrder } from '@shop/contracts/orders/schema';
import type { Shipment } from '@shop/contracts/orders/shipment-schema';
import { DeliverySettings } from '@shop/contracts/settings/delivery-schema';
import { z } from 'zod';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';

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
      unitPriceCents: z.number(),
    }),
  ),
  totalCents: z.number(),
  ...Order.pick({ paymentMethod: true, shippingAddress: true, shippingMethod: true }).shape,
  /** Of an open checkout: the dates that the customer agreed to. Null: those of an order placed now. */
  promise: z.object({ earliest: z.string(), latest: z.string(), dispatchBy: z.string() }).nullable(),
});
export type Placement = z.infer<typeof Placement>;

/** As the database generates it from the id. */
export const orderNumber = (id: string) => id.slice(-8);

/** An order as the database returns it, with its lines and status times aggregated. */
type GatheredRow<Line> = {
  number: string;
  status: OrderStatus;
  reached_at: Partial<Record<OrderStatus, string>>;
  tracking_number: string | null;
  promised_earliest: string | null;
  promised_latest: string | null;
  shipments: Shipment[];
  lines: (Line & {
    name: string;
    options: Record<string, string>;
    image: string | null;
    unit_price_cents: number;
    quantity: number;
  })[];
  subtotal_cents: number;
  tax_cents: number;
  shipping_cents: number;
  discount_cents: number;
  total_cents: number;
  discount_code: string | null;
};

export type TrackedOrderRow = GatheredRow<unknown> & {
  created_at: string;
  city: string;
  country: string;
  is_gift: boolean;
};
type OrderLine = {
  id: string;
  productId: string;
  variantId: string;
  slug: string;
  sku: string;
  shipped: number;
  removed: number;
  /** By unit or by returns. */
  refunded: number;
  /** By unit, for staff. */
  refundable: number;
};
export type OrderRow = GatheredRow<OrderLine> & {
  id: string;
  user_id: string;
  shipping_address: Order['shippingAddress'];
  shipping_method: Order['shippingMethod'];
  gift: Order['gift'];
  gift_link_version: number;
  payment_method: Order['paymentMethod'];
  payment_status: PaymentStatus;
  charge_minor: number;
  charge_currency: string;
  charge_rate: number;
  tax_bp: number;
  discount_bp: number;
  refunds: Order['refunds'];
  created_at: string;
  updated_at: string;
};

export const trackedOrder = (row: TrackedOrderRow): TrackedOrder => ({
  ...(row.is_gift ? withoutAmounts(row) : progress(row)),
  shipments: shipmentsOf(row).map(({ items: _items, ...shipment }) => shipment),
  placedAt: toIso(row.created_at),
  city: row.city,
  country: row.country,
});

export const ownOrder = (row: OrderRow): Order => ({
  ...progress(row),
  items: itemsOf(row).map(({ refundable: _refundable, ...item }) => ({ ...item, refunded: refundedUnits(row, item) })),
  shipments: shipmentsOf(row),
  id: row.id,
  userId: row.user_id,
  shippingAddress: row.shipping_address,
  shippingMethod: row.shipping_method,
  gift: row.gift,
  paymentMethod: row.payment_method,
  paymentStatus: row.payment_status,
  charge: { amount: row.charge_minor, currency: row.charge_currency },
  terms: { taxPercent: row.tax_bp / 100, discountPercent: row.discount_bp / 100, chargeRate: row.charge_rate },
  refunds: row.refunds.map((refund) => ({ ...refund, at: toIso(refund.at) })),
  createdAt: toIso(row.created_at),
  updatedAt: toIso(row.updated_at),
});

export const giftLinkOf = (row: OrderRow) => ({ orderId: row.id, version: row.gift_link_version });

export const addressLines = ({ name, line1, line2, city, state, postalCode, country }: Order['shippingAddress']) =>
  [name, line1, line2, `${city}, ${state} ${postalCode}`, country].flatMap((line) => line || []);

const shipmentsOf = ({ shipments }: { shipments: Shipment[] }) =>
  shipments.map((shipment) => ({ ...shipment, shippedAt: toIso(shipment.shippedAt) }));

const promiseOf = ({ promised_earliest: earliest, promised_latest: latest }: GatheredRow<unknown>) =>
  earliest && latest ? { earliest, latest } : null;
const itemsOf = <Line>(row: GatheredRow<Line>) =>
  row.lines.map(({ unit_price_cents, ...line }) => ({
    ...line,
    image: line.image ?? PLACEHOLDER_IMAGE,
    price: toAmount(unit_price_cents),
  }));

/** With the whole payment, every unit is refunded; otherwise those that refunds and returns name. */
const refundedUnits = ({ payment_status }: OrderRow, { quantity, refunded }: { quantity: number; refunded: number }) =>
  payment_status === 'refunded' ? quantity : refunded;

function withoutAmounts(row: TrackedOrderRow) {
  const { number, status, reachedAt, trackingNumber, promise, items } = progress(row);
  const unpriced = items.map(({ name, options, image, quantity }) => ({ name, options, image, quantity }));
  return { number, status, reachedAt, trackingNumber, promise, items: unpriced };
}

/** Items, totals and status. */
const progress = <Line>(row: GatheredRow<Line>) => ({
  number: row.number,
  status: row.status,
  reachedAt: Object.fromEntries(Object.entries(row.reached_at).map(([status, at]) => [status, toIso(at)])),
  trackingNumber: row.tracking_number,
  promise: promiseOf(row),
  items: itemsOf(row),
  subtotal: toAmount(row.subtotal_cents),
  tax: toAmount(row.tax_cents),
  shipping: toAmount(row.shipping_cents),
  discount: toAmount(row.discount_cents),
  discountCode: row.discount_code,
  total: toAmount(row.total_cents),
});
