import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { PartialRefund } from '@shop/contracts/orders/admin-schema';
import { record } from '#audit/service.ts';
import { resendEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { findAdminOrderRow, insertNote, isOrderEmail } from './admin-order-queries.ts';
import { adminOrderOf } from './admin-rules.ts';
import { issueRefund } from './issue-refund.ts';
import { findOrder } from './queries.ts';
import { findRefundTerms } from './refund-queries.ts';
import { orderNotFound } from './rules.ts';
import { findCustomerId } from './status-queries.ts';

export async function getAdminOrder(db: Db, id: string) {
  const [order, details] = await Promise.all([db.run(findOrder('everyone', id)), db.run(findAdminOrderRow(id))]);
  if (!order || !details) throw orderNotFound();
  return adminOrderOf(order, details, await findRefundTerms(db, id));
}

/** Staff texts may contain personal data of the customer: none is stored while the account is being deleted. */
async function lockCustomer(tx: Db, orderId: string) {
  const customerId = await findCustomerId(tx, orderId);
  if (!customerId) throw orderNotFound();
  await lockAgainstDeletion(tx, { id: customerId });
}

export async function addNote(tx: Db, actor: Actor, orderId: string, body: string) {
  await lockCustomer(tx, orderId);
  const note = await tx.run(insertNote(orderId, actor.id, body));
  if (!note) throw orderNotFound();
  await record(tx, actor, { action: 'order.note', entity: 'order', entityId: orderId, before: null, after: { body } });
  return note;
}

export async function issuePartialRefund(tx: Db, actor: Actor, orderId: string, refund: PartialRefund) {
  await lockCustomer(tx, orderId);
  return issueRefund(tx, actor, orderId, refund);
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
