import { chargeOf, totalsOf } from '@shop/contracts/common/money';
import type { Address } from '@shop/contracts/identity/schema';
import { eq, sql } from 'drizzle-orm';
import { productImages, products, variants } from '#catalog/schema.ts';
import { checkoutLines, checkouts } from '#checkout/schema.ts';
import { discountCodes, discountRedemptions } from '#discounts/schema.ts';
import { reservations, stock, stockMovements } from '#inventory/schema.ts';
import { notifications } from '#notifications/schema.ts';
import { orderLines, orderNotes, orderStatusHistory, orders, shipmentItems, shipments } from '#orders/schema.ts';
import { payments } from '#payments/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { storeTerms } from '#settings/service.ts';
import type { SampleOrder } from './files.ts';
import { idAt, minutesBefore } from './ids.ts';

type SampleCustomer = {
  userId: string;
  email: string;
  addressId: string | undefined;
  address: Omit<Address, 'id' | 'recipient' | 'isDefault'>;
};
type Line = Awaited<ReturnType<typeof findLine>>;

/** Writes the rows of a past order: checkout, sold reservations, payment, order, history, shipment. */
export async function addOrder(
  tx: Db,
  sample: SampleOrder,
  customer: SampleCustomer,
  adminId: string | undefined,
  now: Date,
) {
  const placedAt = minutesBefore(now, sample.history[0]?.minutesAgo ?? 0);
  const lines: Line[] = [];
  for (const line of sample.lines) lines.push(await findLine(tx, line));
  const terms = await priceOrder(tx, sample, lines);
  const purchase = {
    ...terms,
    userId: customer.userId,
    addressId: customer.addressId,
    shippingAddress: customer.address,
    paymentMethod: sample.paymentMethod,
    shippingMethod: sample.shippingMethod,
    createdAt: placedAt,
  };

  const checkoutId = await completeCheckout(tx, purchase, lines);
  const orderId = idAt(placedAt, sample.number);
  const paid = sample.paymentMethod !== 'cod' || sample.history.some(({ status }) => status === 'delivered');
  await tx.insert(orders).values({
    ...purchase,
    id: orderId,
    checkoutId,
    email: customer.email,
    paymentStatus: paid ? 'paid' : 'pending',
    trackingNumber: sample.trackingNumber,
  });
  await tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId })));
  if (sample.paymentMethod !== 'cod') {
    await tx.insert(payments).values({
      checkoutId,
      orderId,
      provider: 'razorpay',
      providerOrderId: `order_sample_${sample.number}`,
      providerPaymentId: `pay_sample_${sample.number}`,
      method: sample.paymentMethod,
      amountMinor: terms.chargeMinor,
      currency: terms.chargeCurrency,
      rate: terms.chargeRate,
      status: 'captured',
      createdAt: placedAt,
    });
  }
  await insertHistory(tx, orderId, sample, customer.userId, adminId, now);
  await insertShipment(tx, orderId, sample, adminId, now);
  if (sample.note) await tx.insert(orderNotes).values({ orderId, authorUserId: adminId, body: sample.note });
  return orderId;
}

async function findLine(tx: Db, { sku, quantity }: SampleOrder['lines'][number]) {
  const [line] = await tx
    .select({
      variantId: variants.id,
      productId: products.id,
      name: products.name,
      optionValues: variants.optionValues,
      image: productImages.url,
      unitPriceCents: sql<number>`${products.currentPriceCents} + ${variants.priceDifferenceCents}`.mapWith(Number),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoin(productImages, sql`${productImages.productId} = ${products.id} and ${productImages.position} = 0`)
    .where(eq(variants.sku, sku));
  if (!line) throw new Error(`The sample orders refer to ${sku}, which the sample does not contain.`);
  return { ...line, quantity };
}

async function priceOrder(tx: Db, sample: SampleOrder, lines: Line[]) {
  const { taxBp, paymentCurrency, paymentRate } = await storeTerms(tx);
  const code = sample.discountCode ?? null;
  const [discountCode] = code ? await tx.select().from(discountCodes).where(eq(discountCodes.code, code)) : [];

  const discountBp = discountCode?.percentBp ?? 0;
  const { itemCount: _known, ...totals } = totalsOf(lines, {
    taxBp,
    discountBp,
    shippingCents: Math.round(sample.shipping * 100),
  });
  return {
    ...totals,
    discountCodeId: discountCode?.id ?? null,
    discountCode: code,
    discountBp,
    taxBp,
    chargeMinor: chargeOf(totals.totalCents, { paymentCurrency, paymentRate }),
    chargeCurrency: paymentCurrency,
    chargeRate: paymentRate,
  };
}

async function completeCheckout(
  tx: Db,
  purchase: Omit<typeof checkouts.$inferInsert, 'cartVersion' | 'expiresAt'> & { createdAt: Date },
  lines: Line[],
) {
  const expiresAt = minutesBefore(purchase.createdAt, -15);
  const [checkout] = await tx
    .insert(checkouts)
    .values({ ...purchase, cartVersion: 1, status: 'completed', expiresAt })
    .returning({ id: checkouts.id });
  if (!checkout) throw new Error('The checkout was not stored.');
  const checkoutId = checkout.id;
  await tx.insert(checkoutLines).values(lines.map((line) => ({ ...line, checkoutId })));

  for (const { variantId, quantity } of lines) {
    await tx.insert(reservations).values({ checkoutId, variantId, quantity, status: 'sold', expiresAt });
    // The sold units are received in addition, so that the available stock stays as the sample says.
    await tx.insert(stockMovements).values({ variantId, delta: quantity, reason: 'Received' });
    await tx
      .update(stock)
      .set({ received: sql`${stock.received} + ${quantity}`, sold: sql`${stock.sold} + ${quantity}` })
      .where(eq(stock.variantId, variantId));
  }
  if (purchase.discountCodeId) {
    await tx
      .update(discountCodes)
      .set({ used: sql`${discountCodes.used} + 1` })
      .where(eq(discountCodes.id, purchase.discountCodeId));
    await tx
      .insert(discountRedemptions)
      .values({ discountCodeId: purchase.discountCodeId, userId: purchase.userId, checkoutId });
  }
  return checkoutId;
}

async function insertHistory(
  tx: Db,
  orderId: string,
  sample: SampleOrder,
  userId: string,
  adminId: string | undefined,
  now: Date,
) {
  for (const [index, { status, minutesAgo, notification }] of sample.history.entries()) {
    const createdAt = minutesBefore(now, minutesAgo);
    const placed = index === 0;
    const [statusChange] = await tx
      .insert(orderStatusHistory)
      .values({
        orderId,
        seq: index + 1,
        fromStatus: sample.history[index - 1]?.status,
        toStatus: status,
        actor: placed ? 'customer' : 'admin',
        actorUserId: placed ? userId : adminId,
        createdAt,
      })
      .returning({ id: orderStatusHistory.id });
    if (!placed) await tx.update(orders).set({ status }).where(eq(orders.id, orderId));
    if (!notification) continue;

    const { title, message, read } = notification;
    await tx.insert(notifications).values({
      id: idAt(createdAt),
      userId,
      type: 'order',
      title,
      message,
      link: '/orders',
      historyId: statusChange?.id,
      readAt: read ? createdAt : null,
      createdAt,
    });
  }
}

/** One of all items, if the order was shipped and not cancelled later. */
async function insertShipment(
  tx: Db,
  orderId: string,
  { history, trackingNumber }: SampleOrder,
  createdBy: string | undefined,
  now: Date,
) {
  const shipped = history.find(({ status }) => status === 'shipped');
  if (!shipped || !trackingNumber || !['shipped', 'delivered'].includes(history.at(-1)?.status ?? '')) return;
  const shippedAt = minutesBefore(now, shipped.minutesAgo);
  const id = idAt(shippedAt);
  await tx.insert(shipments).values({ id, orderId, number: 1, trackingNumber, shippedAt, createdBy });
  const lines = await tx
    .select({ orderLineId: orderLines.id, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
  await tx.insert(shipmentItems).values(lines.map((line) => ({ ...line, shipmentId: id })));
}
