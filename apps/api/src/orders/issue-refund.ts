import { type Minor, minor } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { PartialRefund } from '@shop/contracts/orders/admin-schema';
import { CANCELLABLE } from '@shop/contracts/orders/constants';
import { refundBreakdown } from '@shop/contracts/returns/refund';
import { record } from '#audit/service.ts';
import { takeBackRefunded } from '#inventory/service.ts';
import { requestCreditNote } from '#invoices/service.ts';
import { notifyOrderRefunded, notifyOrderStatus, notifyRefundCompleted } from '#notifications/service.ts';
import { findPayer, insertRefundLines, recordCashRefund, requestOrderRefund } from '#payments/service.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { updatePaymentStatus } from './admin-order-queries.ts';
import { byStaff, getLockedOrder } from './change-status.ts';
import { findRefundTerms, listRefundableUnits } from './refund-queries.ts';
import { assertNotEmpty, decideRefund, nothingToRefund, pricedUnits, type RefundDecision } from './refund-rules.ts';
import { type LineUnits, listLineUnits } from './shipment-queries.ts';
import { unitsLeft } from './shipment-rules.ts';
import type { LockedOrder } from './status-queries.ts';
import { transition } from './transition.ts';

/**
 * A refund by staff: of units, of shipping, or of an amount. Units that were not shipped leave the shipment of the order;
 * with its last ones the order is cancelled, or shipped if others were. For callers that have locked the customer.
 */
export async function issueRefund(tx: Db, actor: Actor, orderId: string, request: PartialRefund) {
  assertNotEmpty(request);
  const order = await getLockedOrder(tx, orderId);
  const terms = await findRefundTerms(tx, orderId);
  const units = await tx.run(listLineUnits(orderId));
  const refundable = await listRefundableUnits(tx, orderId);

  const decision = decideRefund(request, { order, terms, units, refundable });

  const refund = await payRefund(tx, order, terms.refundable, decision, request.reason);
  await insertRefundLines(tx, refund.id, orderId, decision);
  const remaining = refund.remainingBefore - refund.amountMinor;
  const paymentStatus = remaining === 0 ? 'refunded' : order.paymentStatus;
  if (remaining === 0) await tx.run(updatePaymentStatus(orderId, 'refunded'));

  await notify(tx, order, refund, decision.paidBy);
  const { id, amountMinor, currency } = refund;
  await record(tx, actor, {
    action: 'order.refund',
    entity: 'order',
    entityId: orderId,
    before: { refundable: refund.remainingBefore, paymentStatus: order.paymentStatus },
    after: {
      refundable: remaining,
      paymentStatus,
      refund: { id, amountMinor, currency, reason: request.reason, method: decision.paidBy },
      units: unitTexts(decision, units),
    },
  });
  const cancels = decision.becomes === 'cancelled';
  if (decision.becomes)
    await transition(tx, { ...order, paymentStatus }, decision.becomes, byStaff(actor), {
      // The email of the refund says the rest.
      notify: (_tx, change) => notifyOrderStatus(tx, { ...change, refunded: cancels, withEmail: cancels }),
    });
  // After the discount code, in the order of a checkout.
  await takeBackRefunded(tx, decision.lines, { reason: adminOrderMessages.refundWrittenOff, actorUserId: actor.id });
  return { id };
}

/** Through the payment provider, or as staff have paid it otherwise, which is only recorded. */
async function payRefund(
  tx: Db,
  { id, chargeCurrency: currency }: LockedOrder,
  remaining: Minor,
  { isOnline, minor: amountMinor, paidBy }: RefundDecision,
  reason: string,
) {
  const refund = isOnline
    ? await requestOrderRefund(tx, id, amountMinor, reason, paidBy)
    : await recordCashRefund(tx, id, { currency, amountMinor, remaining, reason, method: paidBy });
  if (!refund) throw nothingToRefund();
  return refund;
}

const unitTexts = ({ lines }: RefundDecision, units: LineUnits[]) =>
  lines.length === 0
    ? undefined
    : lines.map(({ orderItemId, quantity, restocked }) => ({
        name: units.find((line) => line.orderItemId === orderItemId)?.name ?? '',
        quantity,
        restocked,
      }));

type Refund = { id: string; amountMinor: Minor; currency: string };

/** The provider's refund has its email once the money is sent. One that staff have paid is paid. */
async function notify(tx: Db, { id: orderId, userId, number }: LockedOrder, refund: Refund, paidBy: string) {
  const { amountMinor, currency } = refund;
  await notifyOrderRefunded(tx, { userId, orderId, number, amountMinor, currency });
  if (paidBy === 'provider') return;
  await requestCreditNote(tx, refund.id);
  const payer = await findPayer(tx, refund.id);
  if (payer) await notifyRefundCompleted(tx, { refundId: refund.id, ...payer });
}

/** The whole payment was refunded on the provider's dashboard: what is not shipped leaves the shipment of the order. */
export async function removeUnitsLeft(tx: Db, orderId: string, refundId: string) {
  const { status } = await getLockedOrder(tx, orderId);
  const left = CANCELLABLE.includes(status) ? unitsLeft(await tx.run(listLineUnits(orderId))) : [];
  if (left.length === 0) return;
  const units = pricedUnits(left, await listRefundableUnits(tx, orderId));
  const terms = await findRefundTerms(tx, orderId);
  const { lines } = refundBreakdown({ ...terms, refundable: terms.charge.amount }, units);
  await insertRefundLines(tx, refundId, orderId, {
    shippingMinor: minor(0),
    lines: left.map((line, place) => ({
      ...line,
      unshipped: line.quantity,
      restocked: 0,
      writtenOff: 0,
      amountMinor: lines[place] ?? minor(0),
    })),
  });
}
