import { formatCharge, minimumCharge, toAmount, toMinorUnits } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { PartialRefund } from '@shop/contracts/orders/admin-schema';
import { CANCELLABLE } from '@shop/contracts/orders/constants';
import { refundBreakdown } from '@shop/contracts/returns/refund';
import { record } from '#audit/service.ts';
import { takeBackRefunded } from '#inventory/service.ts';
import { requestCreditNote } from '#invoices/service.ts';
import { notifyOrderRefunded, notifyOrderStatus, notifyRefundCompleted } from '#notifications/service.ts';
import { updatePaymentStatus } from '#orders/admin/order-queries.ts';
import { amountTooFine } from '#orders/admin/rules.ts';
import { type LineUnits, listLineUnits } from '#orders/shipments/queries.ts';
import { countUnits, isAnyShipped, unitsLeft } from '#orders/shipments/rules.ts';
import type { LockedOrder } from '#orders/status/queries.ts';
import { isShipped } from '#orders/status/rules.ts';
import { byStaff, getLockedOrder } from '#orders/status/service.ts';
import { transition } from '#orders/status/transition.ts';
import { findPayer, insertRefundLines, recordCashRefund, requestOrderRefund } from '#payments/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { findRefundTerms, listRefundableUnits } from './queries.ts';

type Item = NonNullable<PartialRefund['items']>[number];

/**
 * A refund by staff: of units, of shipping, or of an amount. Units that were not shipped leave the shipment of the order;
 * with its last ones the order is cancelled, or shipped if others were. For callers that have locked the customer.
 */
export async function issueRefund(
  tx: Db,
  actor: Actor,
  orderId: string,
  { amount, reason, items = [], shipping = false, method }: PartialRefund,
) {
  if (amount === undefined && items.length === 0 && !shipping) throw isEmpty();
  const order = await getLockedOrder(tx, orderId);
  const isOnline = order.paymentMethod !== 'cod';
  const paidBy = method ?? (isOnline ? 'provider' : 'cash');
  if (paidBy === 'provider' && !isOnline)
    throw new DomainError('conflict', 'nothing_to_refund', adminOrderMessages.refundPaidInCash);
  const terms = await findRefundTerms(tx, orderId);
  if (terms.refundable <= 0 || (!isOnline && order.paymentStatus !== 'paid')) throw nothingToRefund();
  const requestedMinor = amount === undefined ? undefined : toMinorUnits(amount, order.chargeCurrency);
  if (amount !== undefined && requestedMinor === undefined) throw amountTooFine(order.chargeCurrency);

  const units = await tx.run(listLineUnits(orderId));
  const isOpen = CANCELLABLE.includes(order.status);
  // The whole payment names all units that are still to be shipped.
  const isWhole = requestedMinor === terms.refundable && items.length === 0 && isOpen;
  const chosen = isWhole
    ? unitsLeft(units).map((item) => ({
        ...item,
        variantId: '',
        restocked: 0,
        writtenOff: 0,
        unshipped: item.quantity,
      }))
    : await chooseUnits(tx, order, items, units);
  const removed = countUnits(chosen.map((line) => ({ ...line, quantity: line.unshipped })));
  const isLast = !isWhole && removed > 0 && removed === countUnits(unitsLeft(units));
  const cancels = isLast && !isAnyShipped(units);

  const prices = new Map(
    (await listRefundableUnits(tx, orderId)).map(({ id, unitPriceCents }) => [id, unitPriceCents]),
  );
  const breakdown = refundBreakdown(
    terms,
    chosen.map(({ orderItemId, quantity }) => ({ price: toAmount(prices.get(orderItemId) ?? 0), quantity })),
    { shipping: shipping || cancels || isWhole, byOtherMeans: paidBy !== 'provider' },
  );
  if (cancels && requestedMinor !== undefined && requestedMinor !== terms.refundable)
    throw refundCancels(formatCharge(terms.refundable, order.chargeCurrency));
  const minor = cancels ? terms.refundable : (requestedMinor ?? breakdown.minor);
  if (minor <= 0) throw nothingToRefund();
  // All that remains can be less than the minimum: then staff choose another way.
  if (paidBy === 'provider' && minor < minimumCharge(order.chargeCurrency)) throw tooSmall(order.chargeCurrency);
  const refund = isOnline
    ? await requestOrderRefund(tx, orderId, minor, reason, paidBy)
    : await recordCashRefund(tx, orderId, {
        currency: order.chargeCurrency,
        amountMinor: minor,
        remaining: terms.refundable,
        reason,
        method: paidBy,
      });
  if (!refund) throw nothingToRefund();
  await insertRefundLines(tx, refund.id, orderId, {
    shippingMinor: breakdown.shipping,
    lines: chosen.map((line, place) => ({ ...line, amountMinor: breakdown.lines[place] ?? 0 })),
  });

  const remaining = refund.remainingBefore - refund.amountMinor;
  const paymentStatus = remaining === 0 ? 'refunded' : order.paymentStatus;
  if (remaining === 0) await tx.run(updatePaymentStatus(orderId, 'refunded'));
  await notify(tx, order, refund, paidBy);
  await record(tx, actor, {
    action: 'order.refund',
    entity: 'order',
    entityId: orderId,
    before: { refundable: refund.remainingBefore, paymentStatus: order.paymentStatus },
    after: {
      refundable: remaining,
      paymentStatus,
      refund: { id: refund.id, amountMinor: refund.amountMinor, currency: refund.currency, reason, method: paidBy },
      ...(chosen.length > 0 && { units: unitTexts(chosen, units) }),
    },
  });
  if (isLast)
    await transition(tx, { ...order, paymentStatus }, cancels ? 'cancelled' : 'shipped', byStaff(actor), {
      // The email of the refund says the rest.
      notify: (_tx, change) => notifyOrderStatus(tx, { ...change, refunded: cancels, withEmail: cancels }),
    });
  // After the discount code, in the order of a checkout.
  await takeBackRefunded(tx, chosen, { reason: adminOrderMessages.refundWrittenOff, actorUserId: actor.id });
  return { id: refund.id };
}

/**
 * Units that were not shipped come first. Those of a shipped order come back only if staff say so, and those of a
 * cancelled one are no longer sold.
 */
async function chooseUnits(tx: Db, order: LockedOrder, items: Item[], units: LineUnits[]) {
  if (items.length === 0) return [];
  const refundable = new Map((await listRefundableUnits(tx, order.id)).map((line) => [line.id, line.refundable]));
  const left = new Map(
    isShipped(order.status) ? [] : unitsLeft(units).map(({ orderItemId, quantity }) => [orderItemId, quantity]),
  );
  return items.map(({ orderItemId, quantity, restock }) => {
    const line = units.find((each) => each.orderItemId === orderItemId);
    if (!line || quantity > (refundable.get(orderItemId) ?? 0)) throw unitsNotRefundable();
    const unshipped = Math.min(quantity, left.get(orderItemId) ?? 0);
    const hasStock = order.status !== 'cancelled';
    const back = (restock === false ? 0 : unshipped) + (restock ? quantity - unshipped : 0);
    return {
      orderItemId,
      variantId: line.variantId,
      quantity,
      unshipped,
      restocked: hasStock ? back : 0,
      writtenOff: hasStock && restock === false ? unshipped : 0,
    };
  });
}

const unitTexts = (chosen: { orderItemId: string; quantity: number; restocked: number }[], units: LineUnits[]) =>
  chosen.map(({ orderItemId, quantity, restocked }) => ({
    name: units.find((line) => line.orderItemId === orderItemId)?.name ?? '',
    quantity,
    restocked,
  }));

type Refund = { id: string; amountMinor: number; currency: string };

/** The provider's refund has its email once the money is sent. One that staff have paid is paid. */
async function notify(tx: Db, { id: orderId, userId, number }: LockedOrder, refund: Refund, paidBy: string) {
  const { amountMinor, currency } = refund;
  await notifyOrderRefunded(tx, { userId, orderId, number, amountMinor, currency });
  if (paidBy === 'provider') return;
  await requestCreditNote(tx, refund.id);
  const payer = await findPayer(tx, refund.id);
  if (payer) await notifyRefundCompleted(tx, { refundId: refund.id, ...payer });
}

const nothingToRefund = () => new DomainError('conflict', 'nothing_to_refund', adminOrderMessages.nothingToRefund);
const unitsNotRefundable = () =>
  new DomainError('conflict', 'units_not_refundable', adminOrderMessages.unitsNotRefundable);

const isEmpty = () => {
  const message = adminOrderMessages.refundIsEmpty;
  return new DomainError('invalid', 'refund_is_empty', message, { errors: [{ field: 'amount', message }] });
};
const amountError = (code: string, message: string) =>
  new DomainError('conflict', code, message, { errors: [{ field: 'amount', message }] });
const refundCancels = (remaining: string) =>
  amountError('refund_cancels_order', adminOrderMessages.refundCancels(remaining));
const tooSmall = (currency: string) =>
  amountError('refund_too_small', adminOrderMessages.refundTooSmall(formatCharge(minimumCharge(currency), currency)));

/** The whole payment was refunded on the provider's dashboard: what is not shipped leaves the shipment of the order. */
export async function removeUnitsLeft(tx: Db, orderId: string, refundId: string) {
  const { status } = await getLockedOrder(tx, orderId);
  const left = CANCELLABLE.includes(status) ? unitsLeft(await tx.run(listLineUnits(orderId))) : [];
  if (left.length === 0) return;
  const prices = new Map(
    (await listRefundableUnits(tx, orderId)).map(({ id, unitPriceCents }) => [id, unitPriceCents]),
  );
  const terms = await findRefundTerms(tx, orderId);
  const { lines } = refundBreakdown(
    { ...terms, refundable: terms.charge.amount },
    left.map(({ orderItemId, quantity }) => ({ price: toAmount(prices.get(orderItemId) ?? 0), quantity })),
  );
  await insertRefundLines(tx, refundId, orderId, {
    shippingMinor: 0,
    lines: left.map((line, place) => ({
      ...line,
      unshipped: line.quantity,
      restocked: 0,
      writtenOff: 0,
      amountMinor: lines[place] ?? 0,
    })),
  });
}
