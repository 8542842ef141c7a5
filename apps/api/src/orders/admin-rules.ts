import { minor, toAmount } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder, OrderSummary } from '@shop/contracts/orders/admin-schema';
import { OrderNumber } from '@shop/contracts/orders/schema';
import type { RefundTerms } from '@shop/contracts/returns/schema';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';
import type { AdminOrderRow } from './admin-order-queries.ts';
import type { SummaryRow } from './admin-queries.ts';
import { ownOrder } from './rules.ts';
import type { OrderRow } from './sql.ts';

export const orderSummary = ({ totalCents, createdAt, ...row }: SummaryRow): OrderSummary => ({
  ...row,
  total: toAmount(totalCents),
  createdAt: toIso(createdAt),
});

export function adminOrderOf(
  order: OrderRow,
  { payments, cashRefunds, timeline, notes, emails, ...details }: AdminOrderRow,
  refundTerms: RefundTerms,
): AdminOrder {
  const own = ownOrder(order);
  const refundable = new Map(order.lines.map((line) => [line.id, line.refundable]));
  return {
    ...own,
    ...details,
    items: own.items.map((item) => ({ ...item, refundable: refundable.get(item.id) ?? 0 })),
    timeline: timeline.map(withIsoTime),
    payments: payments.map((payment) => ({ ...withIsoTime(payment), refunds: payment.refunds.map(withIsoTime) })),
    cashRefunds: cashRefunds.map(withIsoTime),
    refundable: own.paymentMethod !== 'cod' || own.paymentStatus === 'paid' ? refundTerms.refundable : minor(0),
    refundTerms,
    notes: notes.map(withIsoTime),
    emails: emails.map(withIsoTime),
  };
}

const withIsoTime = <T extends { at: string }>(entry: T) => ({ ...entry, at: toIso(entry.at) });

/** The search of a staff member: an order number, or the name or email address of a customer. */
export function parseOrderSearch(q: string) {
  const number = OrderNumber.safeParse(q);
  if (number.success) return { number: number.data };
  return { email: q.includes('@') ? q.toLowerCase() : null };
}

/** The contract allows two decimals; only a currency without any allows fewer. */
export const amountTooFine = (currency: string) => {
  const message = adminOrderMessages.wholeAmount(currency);
  return new DomainError('invalid', 'amount_too_fine', message, { errors: [{ field: 'amount', message }] });
};
