import { chargeStep, toCents } from '../common/money.ts';

type Line = { id: string; price: number; quantity: number };
/** Amounts in dollars; charge and what remains of it in minor units of the charged currency. */
export type RefundableOrder = {
  items: readonly Line[];
  subtotal: number;
  shipping: number;
  total: number;
  charge: { amount: number; currency: string };
  refundable: number;
};
/** Units by id of the item. */
type RefundChoice = { units: Readonly<Record<string, number>>; shipping: boolean };

/**
 * What the customer paid for these units, with their share of tax and discount, and for shipping if chosen: in minor
 * units of the charge, and never more than what remains. All units and shipping are the whole charge.
 */
export function refundOf(order: RefundableOrder, { units, shipping }: RefundChoice) {
  const [total, shippingCents] = [toCents(order.total), toCents(order.shipping)];
  const chosen = order.items.reduce(
    (sum, { id, price, quantity }) => sum + toCents(price) * Math.min(Math.max(units[id] ?? 0, 0), quantity),
    0,
  );
  const items = share(total - shippingCents, chosen, toCents(order.subtotal));
  const step = chargeStep(order.charge.currency);
  const steps = share(order.charge.amount / step, items + (shipping ? shippingCents : 0), total);
  return Math.min(steps * step, order.refundable);
}

/** `amount * part / whole`, rounded half up; exact for any safe integers. 0 of nothing. */
export function share(amount: number, part: number, whole: number) {
  if (whole === 0) return 0;
  const [divisor, dividend] = [2n * BigInt(whole), 2n * BigInt(amount) * BigInt(part) + BigInt(whole)];
  return Number(dividend / divisor);
}
