import type { OrderSummary } from '@shop/contracts/admin-orders';
import { toAmount } from '@shop/contracts/money';
import { OrderNumber } from '@shop/contracts/orders';

export type SummaryRow = Omit<OrderSummary, 'total' | 'createdAt'> & { totalCents: number; createdAt: string };

export const orderSummary = ({ totalCents, createdAt, ...row }: SummaryRow): OrderSummary => ({
  ...row,
  total: toAmount(totalCents),
  createdAt: new Date(createdAt).toISOString(),
});

/** What somebody at the desk has typed: an order number, or who the buyer may be. */
export function understood(q: string) {
  const number = OrderNumber.safeParse(q);
  if (number.success) return { number: number.data };
  const text = q.toLowerCase();
  return { words: text.split(/\s+/), emailStart: text, email: text.includes('@') ? text : null };
}
