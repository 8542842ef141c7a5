import { toAmount } from '@shop/contracts/common/money';
import type { RefundTerms } from '@shop/contracts/returns/schema';
import { sql } from 'drizzle-orm';
import { REFUND_STATE } from '#orders/sql.ts';
import type { Db } from '#platform/database/db.ts';

export type RefundState = {
  refundableMinor: number;
  refundedPriceCents: number;
  refundedMinor: number;
  shippingRefunded: boolean;
};
type TermsRow = RefundState & {
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  discountCents: number;
  totalCents: number;
  discountCode: string | null;
  taxBp: number;
  discountBp: number;
  chargeMinor: number;
  chargeCurrency: string;
  chargeRate: number;
  paymentMethod: string;
};

export const refundTermsOf = (order: TermsRow): RefundTerms => ({
  subtotal: toAmount(order.subtotalCents),
  tax: toAmount(order.taxCents),
  shipping: toAmount(order.shippingCents),
  discount: toAmount(order.discountCents),
  total: toAmount(order.totalCents),
  discountCode: order.discountCode,
  taxBp: order.taxBp,
  discountBp: order.discountBp,
  charge: { amount: order.chargeMinor, currency: order.chargeCurrency },
  chargeRate: order.chargeRate,
  paidOnline: order.paymentMethod !== 'cod',
  refundable: order.refundableMinor,
  refundedPrice: toAmount(order.refundedPriceCents),
  refundedMinor: order.refundedMinor,
  shippingRefunded: order.shippingRefunded,
});

export async function findRefundTerms(db: Db, orderId: string) {
  const { rows } = await db.execute<TermsRow>(sql`
    select o.subtotal_cents::float8 as "subtotalCents", o.tax_cents::float8 as "taxCents",
           o.shipping_cents::float8 as "shippingCents", o.discount_cents::float8 as "discountCents",
           o.total_cents::float8 as "totalCents", o.discount_code as "discountCode", o.tax_bp as "taxBp",
           o.discount_bp as "discountBp", o.charge_minor::float8 as "chargeMinor",
           o.charge_currency as "chargeCurrency", o.charge_rate::float8 as "chargeRate",
           o.payment_method as "paymentMethod", state.*
      from orders o cross join lateral (${REFUND_STATE}) state where o.id = ${orderId}`);
  if (!rows[0]) throw new Error(`There is no order ${orderId}.`);
  return refundTermsOf(rows[0]);
}

/** Of the order line `l` in the outer query: the units that are in no refund by unit and in no return. */
export const REFUNDABLE_UNITS = sql`
  greatest(0, l.quantity - (select coalesce(sum(quantity), 0) from refund_lines where order_line_id = l.id)
    - (select coalesce(sum(case when r.status in ('requested', 'authorized') then b.quantity
                                when r.status in ('received', 'completed') then b.restocked + b.written_off else 0 end), 0)
         from return_lines b join returns r on r.id = b.return_id
        where b.order_line_id = l.id and b.exchange_line_id is null))::int`;

export async function listRefundableUnits(tx: Db, orderId: string) {
  const { rows } = await tx.execute<{ id: string; unitPriceCents: number; refundable: number }>(sql`
    select l.id, l.unit_price_cents::float8 as "unitPriceCents", ${REFUNDABLE_UNITS} as refundable
      from order_lines l where l.order_id = ${orderId} order by l.id`);
  return rows;
}
