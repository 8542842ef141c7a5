import {
  dollars,
  formatCharge,
  type Minor,
  minimumCharge,
  minor,
  toAmount,
  toCents,
} from '@shop/contracts/common/money';
import type { RefundMethod } from '@shop/contracts/orders/constants';
import { adminReturnMessages as messages } from '@shop/contracts/returns/admin-messages';
import {
  ADMIN_RETURNS_SHOWN,
  type AdminReturnQuery,
  type ReturnDecision,
  type ReturnRefund,
} from '@shop/contracts/returns/admin-schema';
import { returnMessages } from '@shop/contracts/returns/messages';
import { refundBreakdown } from '@shop/contracts/returns/refund';
import type { Return } from '@shop/contracts/returns/schema';
import { releaseExchanges } from '#inventory/service.ts';
import { requestCreditNote } from '#invoices/service.ts';
import { notifyOrderRefunded, notifyReturn } from '#notifications/service.ts';
import { refundTermsOf, setPaymentStatus } from '#orders/service.ts';
import { recordCashRefund, requestOrderRefund } from '#payments/service.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { toIso } from '#platform/timestamps.ts';
import { getSettings } from '#settings/service.ts';
import { findAdminDetails, listSummaries } from './admin-queries.ts';
import { completeIfDone, getLockedReturn, type LockedOrder, recordStep } from './locked-return.ts';
import { findReturnOrder } from './queries.ts';
import {
  assertTransition,
  isRefundDue,
  lineText,
  receivedFor,
  receivedUnits,
  returnNotFound,
  statusConflict,
} from './rules.ts';
import { formatDay, getStoredReturn } from './service.ts';
import { updateAuthorized, updateDeclined, updateLinesRefunded, updateRefunded } from './write-queries.ts';

export async function browseReturns(db: Db, query: AdminReturnQuery) {
  const rows = await db.run(listSummaries(query, ADMIN_RETURNS_SHOWN + 1));
  const { items, next } = paginate(rows, ADMIN_RETURNS_SHOWN);
  return { returns: items.map((row) => ({ ...row, requestedAt: toIso(row.requestedAt) })), next };
}

export async function getAdminReturn(db: Db, id: string) {
  const details = await db.run(findAdminDetails(id));
  const order = details && (await db.run(findReturnOrder(details.orderId)));
  if (!details || !order) throw returnNotFound();
  const { orderId: _orderId, ...customer } = details;
  return { ...(await getStoredReturn(db, id)), ...customer, terms: refundTermsOf(order) };
}

export async function decideReturn(tx: Db, actor: Actor, id: string, choice: ReturnDecision) {
  const { current, recipient } = await getLockedReturn(tx, id);
  assertTransition(current.status, choice.decision);
  const items = current.lines.map(lineText);
  if (choice.decision === 'declined') {
    const { reason } = choice;
    await tx.run(updateDeclined(id, reason));
    await recordStep(tx, actor, current, 'return.decline', { status: 'declined', reason });
    await notifyReturn(tx, { ...recipient, event: 'declined', items, note: reason });
    await releaseExchanges(
      tx,
      current.lines.map((line) => line.id),
    );
    return { id };
  }
  const { instructions } = choice;
  await tx.run(updateAuthorized(id, instructions));
  await recordStep(tx, actor, current, 'return.authorize', { status: 'authorized', instructions });
  const { expiresAt } = await getStoredReturn(tx, id);
  await notifyReturn(tx, {
    ...recipient,
    event: 'authorized',
    items,
    until: await formatDay(tx, expiresAt),
    address: await storeAddress(tx),
    note: instructions,
  });
  return { id };
}

async function storeAddress(tx: Db) {
  const settings = await getSettings(tx);
  const { storeName, legalName, addressLine1, addressLine2, city, region, postalCode, country } = settings;
  if (!addressLine1) return [];
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [legalName || storeName, addressLine1, addressLine2, place, country].filter(Boolean);
}

/**
 * Refunds what is owed for the units received, at most what remains of the payment: through the payment provider, or as
 * staff have paid it otherwise, which is only recorded.
 */
export async function refundReturn(tx: Db, actor: Actor, id: string, { method }: ReturnRefund = {}) {
  const { order, current, recipient } = await getLockedReturn(tx, id);
  if (current.status !== 'received') throw statusConflict(current.status);
  if (current.refundedAt) throw new DomainError('conflict', 'return_refunded', messages.alreadyRefunded);
  if (!isRefundDue(current)) throw new DomainError('conflict', 'nothing_to_refund', messages.nothingToRefund);

  const isOnline = order.paymentMethod !== 'cod';
  const paidBy = method ?? (isOnline ? 'provider' : 'cash');
  if (paidBy === 'provider' && !isOnline) throw new DomainError('conflict', 'nothing_to_refund', messages.paidInCash);
  const { lines, minor, cents } = await calculateRefund(tx, order, current, paidBy);
  const refundId = minor > 0 ? await payRefund(tx, order, minor, paidBy) : null;
  crashPoint('R4');
  if (paidBy !== 'provider' && minor > 0)
    await notifyReturn(tx, { ...recipient, event: 'refunded', items: [], amount: dollars(toAmount(cents)) });
  await tx.run(updateLinesRefunded(lines));
  await tx.run(updateRefunded(id, minor, refundId));
  const refund = { amountMinor: minor, currency: order.chargeCurrency, method: paidBy };
  await recordStep(tx, actor, current, 'return.refund', { refund });
  await completeIfDone(tx, id);
  return { id };
}

async function calculateRefund(tx: Db, { id: orderId }: LockedOrder, { lines }: Return, method: RefundMethod) {
  const found = await tx.run(findReturnOrder(orderId));
  if (!found) throw returnNotFound();
  const terms = refundTermsOf(found);
  const due = receivedFor('refund', lines);
  const breakdown = refundBreakdown(
    terms,
    due.map((line) => ({ price: line.price, quantity: receivedUnits(line) })),
    { byOtherMeans: method !== 'provider' },
  );
  if (breakdown.isBelowMinimum) throw belowMinimum(terms.charge.currency);
  return {
    lines: due.map((line, place) => ({ id: line.id, refund: breakdown.lines[place] ?? minor(0) })),
    minor: breakdown.minor,
    cents: toCents(breakdown.total),
  };
}

const belowMinimum = (currency: string) =>
  new DomainError(
    'conflict',
    'refund_too_small',
    messages.belowMinimum(formatCharge(minimumCharge(currency), currency)),
  );

async function payRefund(tx: Db, order: LockedOrder, minor: Minor, method: RefundMethod) {
  const { id: orderId, userId, number } = order;
  const { refundReason: reason } = returnMessages;
  const refund =
    order.paymentMethod === 'cod'
      ? await recordCashRefund(tx, orderId, {
          amountMinor: minor,
          currency: order.chargeCurrency,
          remaining: (await tx.run(findReturnOrder(orderId)))?.refundableMinor ?? minor,
          reason,
          method,
        })
      : await requestOrderRefund(tx, orderId, minor, reason, method);
  if (!refund) throw new Error(`Order ${orderId} has no payment to refund.`);
  const { amountMinor, currency } = refund;
  if (refund.remainingBefore === amountMinor) await setPaymentStatus(tx, orderId, 'refunded');
  if (method === 'provider') await notifyOrderRefunded(tx, { userId, orderId, number, amountMinor, currency });
  else await requestCreditNote(tx, refund.id);
  return refund.id;
}
