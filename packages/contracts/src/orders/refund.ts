import {
  type Amount,
  lesser,
  type Minor,
  minus,
  plus,
  share,
  shareOfCharge,
  sumOf,
  times,
  toCents,
} from '../common/money.ts';

type Line = { id: string; price: Amount; quantity: number };
export type RefundableOrder = {
  items: readonly Line[];
  subtotal: Amount;
  shipping: Amount;
  total: Amount;
  charge: { amount: Minor; currency: string };
  refundable: Minor;
};
/** Units by id of the item. */
type RefundChoice = { units: Readonly<Record<string, number>>; shipping: boolean };

/**
 * What the customer paid for these units, with their share of tax and discount, and for shipping if chosen: in minor
 * units of the charge, and never more than what remains. All units and shipping are the whole charge.
 */
export function refundOf(order: RefundableOrder, { units, shipping }: RefundChoice) {
  const [total, shippingCents] = [toCents(order.total), toCents(order.shipping)];
  const chosen = sumOf(
    order.items.map(({ id, price, quantity }) =>
      times(toCents(price), Math.min(Math.max(units[id] ?? 0, 0), quantity)),
    ),
  );
  const items = share(minus(total, shippingCents), chosen, toCents(order.subtotal));
  const paid = shipping ? plus(items, shippingCents) : items;
  return lesser(shareOfCharge(order.charge, paid, total), order.refundable);
}
