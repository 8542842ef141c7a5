import { toAmount } from '@shop/contracts/common/money';
import type { RefundTerms } from '@shop/contracts/returns/schema';
import type { Db } from '#platform/database/db.ts';
import { cents, number, type Row, text, uuid } from '#platform/database/row.ts';
import { all, one, sql } from '#platform/database/sql.ts';
import { REFUND_STATE, REFUND_TERMS } from './sql.ts';

const termsRow = { ...REFUND_TERMS, paymentMethod: text };
type TermsRow = Row<typeof termsRow>;
export type RefundState = Pick<
  TermsRow,
  'refundableMinor' | 'refundedPriceCents' | 'refundedMinor' | 'shippingRefunded'
>;

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
  const row = await db.run(one('orders.findRefundTerms', termsRow)`
    select o.subtotal_cents, o.tax_cents, o.shipping_cents, o.discount_cents, o.total_cents, o.discount_code, o.tax_bp,
           o.discount_bp, o.charge_minor, o.charge_currency, o.charge_rate, o.payment_method, state.*
      from orders o cross join lateral (${REFUND_STATE}) state where o.id = ${orderId}`);
  return refundTermsOf(row);
}

/** Of the order line `l` in the outer query: the units that are in no refund by unit and in no return. */
export const REFUNDABLE_UNITS = sql`
  greatest(0, l.quantity - (select coalesce(sum(quantity), 0) from refund_lines where order_line_id = l.id)
    - (select coalesce(sum(case when r.status in ('requested', 'authorized') then b.quantity
                                when r.status in ('received', 'completed') then b.restocked + b.written_off else 0 end), 0)
         from return_lines b join returns r on r.id = b.return_id
        where b.order_line_id = l.id and b.exchange_line_id is null))::int`;

const refundableUnits = { id: uuid, unitPriceCents: cents, refundable: number };
export type RefundableUnits = Row<typeof refundableUnits>;

/** Of each line of the order. */
export const listRefundableUnits = (tx: Db, orderId: string) =>
  tx.run(all('orders.listRefundableUnits', refundableUnits)`
    select l.id, l.unit_price_cents, ${REFUNDABLE_UNITS} as refundable
      from order_lines l where l.order_id = ${orderId} order by l.id`);
