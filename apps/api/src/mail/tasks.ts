import { z } from 'zod';
import type { Db } from '#platform/database/db.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { campaignContent } from './campaign-content.ts';
import { giftPath } from './gift-link-rules.ts';
import { renderEmail } from './layout.ts';
import { isAboutWholeOrder, withOrder } from './order-content.ts';
import { orderLinkPath } from './order-link-rules.ts';
import { findEmailedOrder } from './order-queries.ts';
import {
  capEmailRetryDelay,
  deleteEmail,
  deleteOldEmails,
  deleteOldUnsolicited,
  findCampaign,
  findEmail,
  findLinkVersions,
  findOrderEmailChoice,
  findStore,
  isCampaignWanted,
  isConfirmedRecipient,
  isGuest,
  type SendResult,
  updateEmail,
} from './queries.ts';
import { replyAddress } from './reply-address.ts';
import { EmailMessage, isAboutOrders, isExpired, isLastAttempt, reasonOf } from './rules.ts';
import { emailContentFor } from './templates.ts';

const Job = z.object({ emailId: z.uuid() });

export const emailTasks: Tasks = {
  /**
   * At-least-once delivery: a crash between sending and storing the result sends the email again, with the same content
   * and Message-ID, by which email clients deduplicate it.
   */
  async send_email(payload, { db, mailer, publicOrigin, inboundAddress, authSecret }) {
    const row = await db.run(findEmail(Job.parse(payload).emailId));
    if (row?.status !== 'queued') return;

    const message = EmailMessage.parse({ kind: row.kind, data: row.payload });
    if ((await isUnwanted(db, row, message)) || isExpired(message, new Date())) {
      await db.run(updateEmail(row.id, { status: 'skipped' }));
      return;
    }

    const isConfirmed = row.userId !== null && (await db.run(isConfirmedRecipient(row.userId, row.toEmail))) > 0;
    const ofGuest = row.userId !== null && (await db.run(isGuest(row.userId))) > 0;
    const store = await db.run(findStore());
    const storeName = store?.name;
    const campaign = message.kind === 'campaign' && (await db.run(findCampaign(message.data.campaignId)));
    const order = row.orderId && isAboutWholeOrder(message) ? await db.run(findEmailedOrder(row.orderId)) : undefined;
    const ticketId = inboundAddress && repliableTicket(message, row.userId === null || isConfirmed);
    const replyTo = ticketId ? replyAddress(inboundAddress, ticketId, authSecret) : undefined;
    const attempts = row.attempts + 1;
    try {
      const { messageId, createdAt: date, toEmail: to } = row;
      const plainContent =
        message.kind === 'campaign' && campaign
          ? campaignContent({ ...campaign, ...message.data }, store)
          : emailContentFor(message, isConfirmed, storeName, replyTo !== undefined);
      const content = order ? withOrder(plainContent, message, order, isConfirmed) : plainContent;
      const versions = row.orderId ? await db.run(findLinkVersions(row.orderId)) : undefined;
      const path = signedPath(content.path, { ...row, message, ofGuest, versions }, authSecret);
      const rendered = renderEmail({ ...content, path }, publicOrigin, storeName);
      await mailer.send({ messageId, date, to, storeName, contactEmail: store?.contactEmail, replyTo, ...rendered });
    } catch (error) {
      const lastError = reasonOf(error, message);
      await saveResult(db, row, { status: isLastAttempt(attempts) ? 'failed' : 'queued', attempts, lastError });
      // The queue retries and stores the thrown error: not the original, which may quote the email with its token.
      throw new Error(lastError);
    }
    await saveResult(db, row, { status: 'sent', attempts, sentAt: new Date() });
  },

  async cap_email_retry_delay(_payload, { db }) {
    await db.run(capEmailRetryDelay());
  },

  async delete_old_emails(_payload, { db }) {
    await deleteOldEmails(db);
  },

  async delete_old_unsolicited(_payload, { db }) {
    await deleteOldUnsolicited(db);
  },
};

/**
 * The recipient of a gift opens the page of the gift, and nothing else of the order. Guests have no login: the email opens the
 * order itself, and no list of orders. Signed with the versions at the time of sending: revoked links are not sent again.
 */
function signedPath(path: string | null, email: SentEmail, authSecret: string) {
  const { message, ofGuest, orderId, versions, createdAt } = email;
  if (orderId && versions && message.kind === 'gift_exchange')
    return giftPath({ orderId, version: versions.giftLinkVersion }, authSecret);
  if (!ofGuest) return path;
  if (orderId && versions && path?.startsWith('/orders'))
    return orderLinkPath({ orderId, version: versions.orderLinkVersion }, authSecret, createdAt);
  return path === '/orders' ? '/contact' : path;
}

type SentEmail = {
  message: EmailMessage;
  ofGuest: boolean;
  orderId: string | null;
  versions: { orderLinkVersion: number; giftLinkVersion: number } | undefined;
  createdAt: Date;
};

type EmailRow = { userId: string | null; toEmail: string };

/** Preferences and consent count at the moment of sending, however long the email was queued. */
async function isUnwanted(db: Db, row: EmailRow, message: EmailMessage) {
  if (message.kind === 'campaign') return !(await db.run(isCampaignWanted({ ...row, ...message.data })));
  if (!isAboutOrders(message)) return false;
  const choice = row.userId === null ? undefined : await db.run(findOrderEmailChoice(row.userId));
  return !choice?.wantsOrderEmails;
}

/** Another person's unverified address gets no way to write into the conversation of an account. */
const repliableTicket = (message: EmailMessage, isOwnAddress: boolean) =>
  message.kind === 'ticket_answered' && isOwnAddress ? message.data.ticketId : null;

/** The email about an account deletion is deleted once it is sent or failed, like all data of the account. */
const saveResult = (db: Db, { id, kind }: { id: string; kind: string }, result: SendResult) =>
  db.run(kind === 'account_deleted' && result.status !== 'queued' ? deleteEmail(id) : updateEmail(id, result));
