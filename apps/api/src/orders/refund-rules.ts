import { formatCharge, minimumCharge, minor, toAmount, toMinorUnits } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { PartialRefund } from '@shop/contracts/orders/admin-schema';
import { CANCELLABLE } from '@shop/contracts/orders/constants';
import { refundBreakdown } from '@shop/contracts/returns/refund';
import type { RefundTerms } from '@shop/contracts/returns/schema';
import { DomainError } from '#platform/errors.ts';
import { amountTooFine } from './admin-rules.ts';
import type { RefundableUnits } from './refund-queries.ts';
import type { LineUnits } from './shipment-queries.ts';
import { countUnits, isAnyShipped, unitsLeft } from './shipment-rules.ts';
import type { LockedOrder } from './status-queries.ts';
import { isShipped } from './status-rules.ts';

type Item = NonNullable<PartialRefund['items']>[number];
type Order = Pick<LockedOrder, 'status' | 'paymentMethod' | 'paymentStatus' | 'chargeCurrency'>;
type Read = { order: Order; terms: RefundTerms; units: LineUnits[]; refundable: RefundableUnits[] };
type RefundedUnits = {
  orderItemId: string;
  variantId: string;
  quantity: number;
  /** Of the quantity: those that leave the shipment of the order. */
  unshipped: number;
  restocked: number;
  writtenOff: number;
};

export function assertNotEmpty({ amount, items = [], shipping = false }: PartialRefund) {
  if (amount !== undefined || items.length > 0 || shipping) return;
  const message = adminOrderMessages.refundIsEmpty;
  throw new DomainError('invalid', 'refund_is_empty', message, { errors: [{ field: 'amount', message }] });
}

export type RefundDecision = ReturnType<typeof decideRefund>;

/**
 * What is paid back, how and for which units. With the last units that were not shipped, chosen by unit, an order that
 * is still packed is cancelled, or shipped if others were. The whole payment, chosen by its amount, leaves the status.
 */
export function decideRefund(request: PartialRefund, { order, terms, units, refundable }: Read) {
  const { amount, items = [], shipping = false, method } = request;
  const { chargeCurrency: currency } = order;
  const isOnline = order.paymentMethod !== 'cod';
  const paidBy = method ?? (isOnline ? 'provider' : 'cash');
  if (paidBy === 'provider' && !isOnline)
    throw new DomainError('conflict', 'nothing_to_refund', adminOrderMessages.refundPaidInCash);
  if (terms.refundable <= 0 || (!isOnline && order.paymentStatus !== 'paid')) throw nothingToRefund();
  const requestedMinor = amount === undefined ? undefined : toMinorUnits(amount, currency);
  if (amount !== undefined && requestedMinor === undefined) throw amountTooFine(currency);

  const left = unitsLeft(units);
  const isPacked = CANCELLABLE.includes(order.status);
  // The whole payment names all units that are still to be shipped.
  const isWhole = requestedMinor === terms.refundable && items.length === 0 && isPacked;
  const chosen = isWhole
    ? left.map((item) => ({ ...item, variantId: '', unshipped: item.quantity, restocked: 0, writtenOff: 0 }))
    : items.map((item) => chooseUnits(item, order, units, refundable));
  const removed = chosen.reduce((sum, { unshipped }) => sum + unshipped, 0);
  const isLast = !isWhole && removed > 0 && removed === countUnits(left);
  const cancels = isLast && !isAnyShipped(units);

  const breakdown = refundBreakdown(terms, pricedUnits(chosen, refundable), {
    shipping: shipping || cancels || isWhole,
    byOtherMeans: paidBy !== 'provider',
  });
  if (cancels && requestedMinor !== undefined && requestedMinor !== terms.refundable)
    throw amountError(
      'refund_cancels_order',
      adminOrderMessages.refundCancels(formatCharge(terms.refundable, currency)),
    );
  const amountMinor = cancels ? terms.refundable : (requestedMinor ?? breakdown.minor);
  if (amountMinor <= 0) throw nothingToRefund();
  const least = minimumCharge(currency);
  // All that remains can be less than the minimum: then staff choose another way.
  if (paidBy === 'provider' && amountMinor < least)
    throw amountError('refund_too_small', adminOrderMessages.refundTooSmall(formatCharge(least, currency)));
  return {
    isOnline,
    paidBy,
    minor: amountMinor,
    shippingMinor: breakdown.shipping,
    lines: chosen.map((line, place) => ({ ...line, amountMinor: breakdown.lines[place] ?? minor(0) })),
    becomes: isLast && isPacked ? (cancels ? ('cancelled' as const) : ('shipped' as const)) : undefined,
  };
}

/**
 * Units that were not shipped come first. Those of a shipped order come back only if staff say so, and those of a
 * cancelled one are no longer sold.
 */
function chooseUnits(
  { orderItemId, quantity, restock }: Item,
  { status }: Order,
  units: LineUnits[],
  refundable: RefundableUnits[],
): RefundedUnits {
  const line = units.find((each) => each.orderItemId === orderItemId);
  const most = refundable.find(({ id }) => id === orderItemId)?.refundable ?? 0;
  if (!line || quantity > most)
    throw new DomainError('conflict', 'units_not_refundable', adminOrderMessages.unitsNotRefundable);
  const left = isShipped(status) ? 0 : countUnits(unitsLeft([line]));
  const unshipped = Math.min(quantity, left);
  const hasStock = status !== 'cancelled';
  const back = (restock === false ? 0 : unshipped) + (restock ? quantity - unshipped : 0);
  return {
    orderItemId,
    variantId: line.variantId,
    quantity,
    unshipped,
    restocked: hasStock ? back : 0,
    writtenOff: hasStock && restock === false ? unshipped : 0,
  };
}

/** Units with the price that was paid for one of them. */
export const pricedUnits = (lines: { orderItemId: string; quantity: number }[], refundable: RefundableUnits[]) =>
  lines.map(({ orderItemId, quantity }) => {
    const cents = refundable.find(({ id }) => id === orderItemId)?.unitPriceCents ?? 0;
    return { price: toAmount(cents), quantity };
  });

export const nothingToRefund = () =>
  new DomainError('conflict', 'nothing_to_refund', adminOrderMessages.nothingToRefund);

const amountError = (code: string, message: string) =>
  new DomainError('conflict', code, message, { errors: [{ field: 'amount', message }] });
