import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@shop/contracts/checkout/schema';
import { quoteOf, toBasisPoints } from '@shop/contracts/common/money';
import { OptionValues } from '@shop/contracts/common/schema';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { getLockedOrder } from '#orders/change-status.ts';
import { PLACEMENT, placeOrder } from '#orders/service.ts';
import { transition } from '#orders/transition.ts';
import type { Db } from '#platform/database/db.ts';
import { basisPoints, cents, json, text, uuid } from '#platform/database/row.ts';
import { count, first, one, rowsOf } from '#platform/database/sql.ts';
import { storeTerms } from '#settings/service.ts';
import type { TestStore } from '#test/harness.ts';

type OrderOptions = {
  of: { id: string };
  items: { variantId: string; quantity: number }[];
  method?: PaymentMethod;
  discountCode?: string;
  /** Status set by staff after checkout. */
  status?: OrderStatus;
};

const ADDRESS = {
  name: 'Home',
  line1: '12 Analytical Street',
  line2: null,
  city: 'London',
  state: 'Greater London',
  postalCode: 'W1J 7NT',
  country: 'United Kingdom' as const,
};

/** Stock counters of a variant. */
export async function unitsOf({ sql: pool }: Pick<TestStore, 'sql'>, variantId: string) {
  const { rows } = await pool.query(
    `select available::int, reserved::int, sold::int, received::int from stock where variant_id = $1`,
    [variantId],
  );
  return rows[0];
}

export async function discountCodeUses({ sql: pool }: Pick<TestStore, 'sql'>, code: string) {
  const { rows } = await pool.query('select used from discount_codes where code = $1', [code]);
  return Number(rows[0].used);
}

/** An order as checkout creates it: stock sold, discount code redeemed, payment captured. */
export function anOrder(db: Db, { of, items, method = 'card', discountCode: code, status = 'pending' }: OrderOptions) {
  return db.transaction(async (tx) => {
    const discountCode = code ? await redeem(tx, code) : undefined;
    const lines = await takeStock(tx, items);
    const terms = await storeTerms(tx);
    const { itemCount: _, ...money } = quoteOf(
      lines,
      { shippingMethod: 'standard', discountBp: discountCode?.percentBp ?? toBasisPoints(0) },
      terms,
    );
    const providerOrderId = method === 'cod' ? null : `order_${randomUUID()}`;
    const providerPaymentId = `pay_${randomUUID()}`;
    const expiresAt = new Date(Date.now() + 900_000);
    const charge = { chargeCurrency: terms.paymentCurrency, chargeRate: terms.paymentRate };
    const checkout = {
      ...money,
      ...charge,
      userId: of.id,
      cartVersion: 1,
      status: 'completed',
      paymentMethod: method,
      shippingAddress: ADDRESS,
      shippingMethod: 'standard',
      discountCodeId: discountCode?.id,
      discountCode: discountCode && code,
      discountBp: discountCode?.percentBp,
      taxBp: terms.taxBp,
      providerOrderId,
      expiresAt,
    };
    const { id: checkoutId } = await tx.run(
      one('test.insertCheckout', { id: uuid })`insert into checkouts ${rowsOf([checkout])} returning id`,
    );
    const checkoutLines = lines.map((line) => ({ ...line, checkoutId }));
    await tx.run(count('test.insertCheckoutLines')`insert into checkout_lines ${rowsOf(checkoutLines)}`);
    const reservations = items.map((item) => ({ ...item, checkoutId, status: 'sold', expiresAt }));
    await tx.run(count('test.insertReservations')`insert into reservations ${rowsOf(reservations)}`);
    const redemption = { discountCodeId: discountCode?.id, userId: of.id, checkoutId };
    if (discountCode)
      await tx.run(count('test.insertRedemption')`insert into discount_redemptions ${rowsOf([redemption])}`);

    const { placement } = await tx.run(
      one('test.findPlacement', { placement: json(PLACEMENT.schema) })`
        select (select to_json(placement) from (select ${PLACEMENT.columns}) placement) as placement
          from checkouts c join users u on u.id = c.user_id, store_settings s where c.id = ${checkoutId}`,
    );
    const { placed, statements } = placeOrder(placement, { status: method === 'cod' ? 'pending' : 'paid' });
    await tx.together(statements);
    const order = { id: placed.orderId, number: placed.number, paymentMethod: method };
    const payment = {
      checkoutId,
      orderId: order.id,
      provider: 'razorpay',
      providerOrderId,
      providerPaymentId,
      amountMinor: money.chargeMinor,
      currency: terms.paymentCurrency,
      rate: terms.paymentRate,
      status: 'captured',
    };
    if (providerOrderId) await tx.run(count('test.insertPayment')`insert into payments ${rowsOf([payment])}`);
    await transition(tx, await getLockedOrder(tx, order.id), status, { actor: 'admin', userId: null });
    return { ...order, checkoutId, providerOrderId, providerPaymentId, ...money, ...charge };
  });
}

const line = { variantId: uuid, productId: uuid, name: text, optionValues: json(OptionValues), unitPriceCents: cents };

/** Locks stock in variant id order, like all code that takes stock, to avoid deadlocks. */
async function takeStock(tx: Db, items: OrderOptions['items']) {
  const lines = [];
  for (const { variantId, quantity } of items.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1))) {
    const taken = await tx.run(
      first('test.takeStock', line)`
        with taken as (update stock set available = available - ${quantity}, sold = sold + ${quantity}
                        where variant_id = ${variantId} returning variant_id)
        select v.id as variant_id, p.id as product_id, p.name, v.option_values,
               p.current_price_cents + v.price_difference_cents as unit_price_cents
          from taken join variants v on v.id = taken.variant_id join products p on p.id = v.product_id`,
    );
    if (!taken) throw new Error(`There is no variant ${variantId}.`);
    lines.push({ ...taken, quantity });
  }
  return lines;
}

async function redeem(tx: Db, code: string) {
  const discountCode = await tx.run(
    first('test.redeem', { id: uuid, percentBp: basisPoints })`
      update discount_codes set used = used + 1 where code = ${code} returning id, percent_bp`,
  );
  if (!discountCode) throw new Error(`There is no discount code ${code}.`);
  return discountCode;
}
