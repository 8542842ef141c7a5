import { toMinorUnits } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { PartialRefund } from '@shop/contracts/orders/admin-schema';
import { record } from '#audit/service.ts';
import { resendEmail } from '#mail/service.ts';
import { notifyOrderRefunded } from '#notifications/service.ts';
import { findOrder } from '#orders/queries.ts';
import { orderNotFound } from '#orders/rules.ts';
import { findCustomerId } from '#orders/status/queries.ts';
import { getLockedOrder } from '#orders/status/service.ts';
import { requestOrderRefund } from '#payments/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { findAdminOrderRow, insertNote, isOrderEmail, updatePaymentStatus } from './order-queries.ts';
import { adminOrderOf, amountTooFine } from './rules.ts';

export async function getAdminOrder(db: Db, id: string) {
  const [order, details] = await Promise.all([findOrder(db, 'everyone', id), findAdminOrderRow(db, id)]);
  if (!order || !details) throw orderNotFound();
  return adminOrderOf(order, details);
}

/** Staff texts may contain personal data of the customer: none is stored while the account is being deleted. */
async function lockCustomer(tx: Db, orderId: string) {
  const customerId = await findCustomerId(tx, orderId);
  if (!customerId) throw orderNotFound();
  await lockAgainstDeletion(tx, { id: customerId });
}

export async function addNote(tx: Db, actor: Actor, orderId: string, body: string) {
  await lockCustomer(tx, orderId);
  const note = await insertNote(tx, orderId, actor.id, body);
  if (!note) throw orderNotFound();
  await record(tx, actor, { action: 'order.note', entity: 'order', entityId: orderId, before: null, after: { body } });
  return note;
}

/** Never more than what remains of the payment: its row is locked for the check. */
export async function issuePartialRefund(tx: Db, actor: Actor, orderId: string, { amount, reason }: PartialRefund) {
  await lockCustomer(tx, orderId);
  const order = await getLockedOrder(tx, orderId);
  const requestedMinor = toMinorUnits(amount, order.chargeCurrency);
  if (requestedMinor === undefined) throw amountTooFine(order.chargeCurrency);
  const refund = await requestOrderRefund(tx, orderId, requestedMinor, reason);
  if (!refund) throw new DomainError('conflict', 'nothing_to_refund', adminOrderMessages.nothingToRefund);

  const { id, amountMinor, remainingBefore, currency } = refund;
  const remaining = remainingBefore - amountMinor;
  if (remaining === 0) await updatePaymentStatus(tx, orderId, 'refunded');
  await notifyOrderRefunded(tx, { userId: order.userId, orderId, number: order.number, amountMinor, currency });
  await record(tx, actor, {
    action: 'order.refund',
    entity: 'order',
    entityId: orderId,
    before: { refundable: remainingBefore, paymentStatus: order.paymentStatus },
    after: {
      refundable: remaining,
      paymentStatus: remaining === 0 ? 'refunded' : order.paymentStatus,
      refund: { id, amountMinor, currency, reason },
    },
  });
  return { id };
}

export async function resendOrderEmail(tx: Db, actor: Actor, orderId: string, emailId: string) {
  await lockCustomer(tx, orderId);
  if (!(await isOrderEmail(tx, orderId, emailId))) throw orderNotFound();
  if (!(await resendEmail(tx, emailId)))
    throw new DomainError('conflict', 'email_not_resendable', adminOrderMessages.cannotResend);
  await record(tx, actor, {
    action: 'order.resend_email',
    entity: 'order',
    entityId: orderId,
    before: null,
    after: { emailId },
  });
  return { id: emailId };
}
