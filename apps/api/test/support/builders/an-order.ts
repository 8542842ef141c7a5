import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@shop/contracts/checkout/schema';
import { quoteOf } from '@shop/contracts/common/money';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { sql } from 'drizzle-orm';
import { checkoutLines, checkouts } from '#checkout/schema.ts';
import { discountRedemptions } from '#discounts/schema.ts';
import { reservations } from '#inventory/schema.ts';
import { PLACEMENT, placeOrder } from '#orders/service.ts';
import { getLockedOrder } from '#orders/status/service.ts';
import { transition } from '#orders/status/transition.ts';
import { payments } from '#payments/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { json } from '#platform/database/row.ts';
import { one } from '#platform/database/sql.ts';
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

/** An order as checkout creates it: stock sold, discount code redeemed, payment captured. */
export function anOrder(db: Db, { of, items, method = 'card', discountCode: code, status = 'pending' }: OrderOptions) {
  return db.transaction(async (tx) => {
    const discountCode = code ? await redeem(tx, code) : undefined;
    const lines = await takeStock(tx, items);
    const terms = await storeTerms(tx);
    const { itemCount: _, ...money } = quoteOf(
      lines,
      { shippingMethod: 'standard', discountBp: discountCode?.percentBp ?? 0 },
      terms,
    );
    const providerOrderId = method === 'cod' ? null : `order_${randomUUID()}`;
    const providerPaymentId = `pay_${randomUUID()}`;
    const expiresAt = new Date(Date.now() + 900_000);
    const charge = { chargeCurrency: terms.paymentCurrency, chargeRate: terms.paymentRate };
    const [checkout] = await tx
      .insert(checkouts)
      .values({
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
      })
      .returning({ id: checkouts.id });
    if (!checkout) throw new Error('The checkout was not stored.');
    const checkoutId = checkout.id;
    await tx.insert(checkoutLines).values(lines.map((line) => ({ ...line, checkoutId })));
    await tx
      .insert(reservations)
      .values(items.map((item) => ({ ...item, checkoutId, status: 'sold' as const, expiresAt })));
    if (discountCode)
      await tx.insert(discountRedemptions).values({ discountCodeId: discountCode.id, userId: of.id, checkoutId });

    const { placement } = await tx.run(
      one('test.findPlacement', { placement: json(PLACEMENT.schema) })`
        select (select to_json(placement) from (select ${PLACEMENT.columns}) placement) as placement
          from checkouts c join users u on u.id = c.user_id, store_settings s where c.id = ${checkoutId}`,
    );
    const { placed, statements } = placeOrder(placement, { status: method === 'cod' ? 'pending' : 'paid' });
    await tx.together(statements);
    const order = { id: placed.orderId, number: placed.number, paymentMethod: method };
    if (providerOrderId)
      await tx.insert(payments).values({
        checkoutId,
        orderId: order.id,
        provider: 'razorpay',
        providerOrderId,
        providerPaymentId,
        amountMinor: money.chargeMinor,
        currency: terms.paymentCurrency,
        rate: terms.paymentRate,
        status: 'captured',
      });
    await transition(tx, await getLockedOrder(tx, order.id), status, { actor: 'admin', userId: null });
    return { ...order, checkoutId, providerOrderId, providerPaymentId, ...money, ...charge };
  });
}

/** Locks stock in variant id order, like all code that takes stock, to avoid deadlocks. */
async function takeStock(tx: Db, items: OrderOptions['items']) {
  const lines = [];
  for (const { variantId, quantity } of items.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1))) {
    const { rows } = await tx.execute<{
      variantId: string;
      productId: string;
      name: string;
      optionValues: Record<string, string>;
      unitPriceCents: number;
    }>(sql`
      with taken as (update stock set available = available - ${quantity}, sold = sold + ${quantity}
                      where variant_id = ${variantId} returning variant_id)
      select v.id as "variantId", p.id as "productId", p.name, v.option_values as "optionValues",
             (p.current_price_cents + v.price_difference_cents)::float8 as "unitPriceCents"
        from taken join variants v on v.id = taken.variant_id join products p on p.id = v.product_id`);
    const [line] = rows;
    if (!line) throw new Error(`There is no variant ${variantId}.`);
    lines.push({ ...line, quantity });
  }
  return lines;
}

async function redeem(tx: Db, code: string) {
  const { rows } = await tx.execute<{ id: string; percentBp: number }>(
    sql`update discount_codes set used = used + 1 where code = ${code} returning id, percent_bp as "percentBp"`,
  );
  const [discountCode] = rows;
  if (!discountCode) throw new Error(`There is no discount code ${code}.`);
  return discountCode;
}
