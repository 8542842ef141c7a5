import { RESERVATION_MINUTES } from '@shop/contracts/checkout/constants';
import type { PaymentMethod } from '@shop/contracts/checkout/schema';
import type { quoteOf } from '@shop/contracts/common/money';
import type { Gift } from '@shop/contracts/orders/gift-schema';
import type { Db } from '#platform/database/db.ts';
import { count, rowsOf } from '#platform/database/sql.ts';
import type { DemoLine } from '#sample/demo/generate/baskets.ts';
import type { DemoExpiredCheckout } from '#sample/demo/generate/browsing.ts';
import type { UsableCode } from '#sample/demo/generate/codes.ts';
import type { DemoAddress, DemoCustomer } from '#sample/demo/generate/customers.ts';
import type { DemoOrder } from '#sample/demo/generate/orders.ts';
import { plusMinutes } from '#sample/demo/generate/random.ts';
import type { World } from '#sample/demo/generate/world.ts';
import { inChunks } from './chunks.ts';

type Purchase = {
  customer: DemoCustomer;
  paymentMethod: PaymentMethod;
  shippingMethod: 'standard' | 'express';
  code: UsableCode | undefined;
  quote: ReturnType<typeof quoteOf>;
  gift?: Gift | null;
};

/** The columns that a checkout and its order have in common. */
export function purchaseColumns(purchase: Purchase, { taxBp, paymentCurrency, paymentRate }: World['terms']) {
  const { customer, paymentMethod, shippingMethod, code, quote, gift = null } = purchase;
  const { itemCount: _units, ...money } = quote;
  return {
    ...money,
    userId: customer.id,
    paymentMethod,
    addressId: customer.address.id,
    shippingAddress: shippingAddressOf(customer.name, customer.address),
    shippingMethod,
    discountCodeId: code?.id ?? null,
    discountCode: code?.code ?? null,
    discountBp: code?.percentBp ?? 0,
    gift,
    taxBp,
    chargeCurrency: paymentCurrency,
    chargeRate: paymentRate,
  };
}

const shippingAddressOf = (name: string, { id: _id, ...address }: DemoAddress) => ({ ...address, name });

export const lineColumns = ({ variant, quantity }: Omit<DemoLine, 'id'>) => ({
  variantId: variant.variantId,
  productId: variant.productId,
  name: variant.name,
  optionValues: variant.options,
  image: variant.image,
  unitPriceCents: variant.unitPriceCents,
  quantity,
});

export const providerOrderId = ({ number }: DemoOrder) => `order_demo_${number}`;
const expiryOf = (createdAt: Date) => plusMinutes(createdAt, RESERVATION_MINUTES);

type Values = Record<string, unknown>[];
const insertRows = (rows: Values) => count('demo.insertCheckouts')`insert into checkouts ${rowsOf(rows)}`;
const insertLines = (rows: Values) => count('demo.insertCheckoutLines')`insert into checkout_lines ${rowsOf(rows)}`;
const insertReservations = (rows: Values) => count('demo.insertReservations')`insert into reservations ${rowsOf(rows)}`;

/** Of the orders, with the units they bought. */
export async function insertCheckouts(tx: Db, terms: World['terms'], orders: readonly DemoOrder[]) {
  const rows = orders.map((order) => ({
    ...purchaseColumns(order, terms),
    id: order.checkoutId,
    cartVersion: 1,
    status: 'completed',
    providerOrderId: order.paymentId ? providerOrderId(order) : null,
    expiresAt: expiryOf(order.placedAt),
    createdAt: order.placedAt,
    updatedAt: order.placedAt,
  }));
  await inChunks(tx, rows, insertRows);

  const lines = orders.flatMap(({ checkoutId, lines: bought }) =>
    bought.map((line) => ({ checkoutId, ...lineColumns(line) })),
  );
  await inChunks(tx, lines, insertLines);

  const units = orders.flatMap(({ checkoutId, lines: bought, placedAt, stockEffect }) =>
    bought.map(({ variant, quantity }) => ({
      checkoutId,
      variantId: variant.variantId,
      quantity,
      status: stockEffect ? 'released' : 'sold',
      writtenOff: stockEffect === 'written_off',
      expiresAt: expiryOf(placedAt),
      createdAt: placedAt,
    })),
  );
  await inChunks(tx, units, insertReservations);
}

/** Not paid, so that their units are available again. */
export async function insertExpiredCheckouts(tx: Db, terms: World['terms'], expired: readonly DemoExpiredCheckout[]) {
  const rows = expired.map(({ id, createdAt, ...checkout }) => ({
    ...purchaseColumns({ ...checkout, shippingMethod: 'standard', code: undefined }, terms),
    id,
    cartVersion: 1,
    status: 'expired',
    expiresAt: expiryOf(createdAt),
    createdAt,
    updatedAt: expiryOf(createdAt),
  }));
  await inChunks(tx, rows, insertRows);

  const lines = expired.flatMap(({ id: checkoutId, lines: chosen }) =>
    chosen.map((line) => ({ checkoutId, ...lineColumns(line) })),
  );
  await inChunks(tx, lines, insertLines);

  const units = expired.flatMap(({ id: checkoutId, lines: chosen, createdAt }) =>
    chosen.map(({ variant, quantity }) => ({
      checkoutId,
      variantId: variant.variantId,
      quantity,
      status: 'released',
      expiresAt: expiryOf(createdAt),
      createdAt,
    })),
  );
  await inChunks(tx, units, insertReservations);
}
