import type { PartRefund } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { toMinorUnits } from '@shop/contracts/money';
import { record } from '#audit/service.ts';
import type { Db } from '#db.ts';
import { resendMail } from '#mail/service.ts';
import { notifyOrderRefunded } from '#notifications/service.ts';
import { requestRefund } from '#payments/service.ts';
import type { Actor } from '#platform/access.ts';
import { lockAgainstDeletion } from '#platform/active-user.ts';
import { DomainError } from '#platform/errors.ts';
import { findDossierRow, insertNote, isMailOf, updatePaymentStatus } from './queries-dossier.ts';
import { findBuyerId, findCapturedPayment, lockOrder } from './queries-moving.ts';
import { findOrder } from './queries-reading.ts';
import { orderNotFound } from './rules.ts';
import { amountTooFine, orderDossier } from './rules-desk.ts';

export async function getDossier(db: Db, id: string) {
  const [order, facts] = await Promise.all([findOrder(db, 'everyone', id), findDossierRow(db, id)]);
  if (!order || !facts) throw orderNotFound();
  return orderDossier(order, facts);
}

/** What staff write may tell of the buyer: it must not be stored while their account is deleted. */
async function lockBuyer(tx: Db, orderId: string) {
  const buyer = await findBuyerId(tx, orderId);
  if (!buyer) throw orderNotFound();
  await lockAgainstDeletion(tx, { id: buyer });
}

export async function addNote(tx: Db, actor: Actor, orderId: string, body: string) {
  await lockBuyer(tx, orderId);
  const note = await insertNote(tx, orderId, actor.id, body);
  if (!note) throw orderNotFound();
  await record(tx, actor, { action: 'order.note', entity: 'order', entityId: orderId, before: null, after: { body } });
  return note;
}

/** Never more than is left of what was taken: the payment's row is held while that is looked at. */
export async function refundPart(tx: Db, actor: Actor, orderId: string, { amount, reason }: PartRefund) {
  await lockBuyer(tx, orderId);
  const order = await lockOrder(tx, orderId);
  if (!order) throw orderNotFound();
  const wantedMinor = toMinorUnits(amount, order.chargeCurrency);
  if (wantedMinor === undefined) throw amountTooFine(order.chargeCurrency);
  const paymentId = await findCapturedPayment(tx, orderId);
  const refund = paymentId && (await requestRefund(tx, paymentId, wantedMinor, reason));
  if (!refund) throw new DomainError('conflict', 'nothing_to_refund', adminOrderMessages.nothingToRefund);

  const { id, amountMinor, leftBefore, currency } = refund;
  const left = leftBefore - amountMinor;
  if (left === 0) await updatePaymentStatus(tx, orderId, 'refunded');
  await notifyOrderRefunded(tx, { userId: order.userId, orderId, number: order.number, amountMinor, currency });
  await record(tx, actor, {
    action: 'order.refund',
    entity: 'order',
    entityId: orderId,
    before: { refundable: leftBefore, paymentStatus: order.paymentStatus },
    after: {
      refundable: left,
      paymentStatus: left === 0 ? 'refunded' : order.paymentStatus,
      refund: { id, amountMinor, currency, reason },
    },
  });
  return { id };
}

export async function resendOrderMail(tx: Db, actor: Actor, orderId: string, mailId: string) {
  await lockBuyer(tx, orderId);
  if (!(await isMailOf(tx, orderId, mailId))) throw orderNotFound();
  if (!(await resendMail(tx, mailId)))
    throw new DomainError('conflict', 'mail_not_resendable', adminOrderMessages.cannotResend);
  await record(tx, actor, {
    action: 'order.mail',
    entity: 'order',
    entityId: orderId,
    before: null,
    after: { mailId },
  });
  return { id: mailId };
}
