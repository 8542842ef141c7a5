import { z } from 'zod';
import type { Db } from '#platform/database/db.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { campaignContent } from './campaign-content.ts';
import { giftPath } from './gift-link-rules.ts';
import { renderEmail } from './layout.ts';
import { isAboutWholeOrder, withOrder } from './order/content.ts';
import { findEmailedOrder } from './order/queries.ts';
import { orderLinkPath } from './order-link-rules.ts';
import {
  capEmailRetryDelay,
  deleteEmail,
  deleteOldEmails,
  deleteOldUnsolicited,
  findCampaign,
  findEmail,
  findLinkVersions,
  findStore,
  isCampaignWanted,
  isConfirmedRecipient,
  isGuest,
  type SendResult,
  updateEmail,
  wantsOrderEmails,
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
    const row = await findEmail(db, Job.parse(payload).emailId);
    if (row?.status !== 'queued') return;

    const message = EmailMessage.parse({ kind: row.kind, data: row.payload });
    if ((await isUnwanted(db, row, message)) || isExpired(message, new Date())) {
      await updateEmail(db, row.id, { status: 'skipped' });
      return;
    }

    const isConfirmed = await isConfirmedRecipient(db, row);
    const ofGuest = await isGuest(db, row.userId);
    const store = await findStore(db);
    const storeName = store?.name;
    const campaign = message.kind === 'campaign' && (await findCampaign(db, message.data.campaignId));
    const order = row.orderId && isAboutWholeOrder(message) ? await findEmailedOrder(db, row.orderId) : undefined;
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
      const versions = row.orderId ? await findLinkVersions(db, row.orderId) : undefined;
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
    await capEmailRetryDelay(db);
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
function signedPath(path: string | null, { message, ofGuest, versions, createdAt }: SentEmail, authSecret: string) {
  if (versions && message.kind === 'gift_exchange') return giftPath(versions.gift, authSecret);
  if (!ofGuest) return path;
  if (versions && path?.startsWith('/orders')) return orderLinkPath(versions.order, authSecret, createdAt);
  return path === '/orders' ? '/contact' : path;
}

type SentEmail = {
  message: EmailMessage;
  ofGuest: boolean;
  versions: Awaited<ReturnType<typeof findLinkVersions>>;
  createdAt: Date;
};

type EmailRow = { userId: string | null; toEmail: string };

/** Preferences and consent count at the moment of sending, however long the email was queued. */
async function isUnwanted(db: Db, row: EmailRow, message: EmailMessage) {
  if (message.kind === 'campaign') return !(await isCampaignWanted(db, { ...row, ...message.data }));
  return isAboutOrders(message) && !(await wantsOrderEmails(db, row.userId));
}

/** Another person's unverified address gets no way to write into the conversation of an account. */
const repliableTicket = (message: EmailMessage, isOwnAddress: boolean) =>
  message.kind === 'ticket_answered' && isOwnAddress ? message.data.ticketId : null;

/** The email about an account deletion is deleted once it is sent or failed, like all data of the account. */
const saveResult = (db: Db, { id, kind }: { id: string; kind: string }, result: SendResult) =>
  kind === 'account_deleted' && result.status !== 'queued' ? deleteEmail(db, id) : updateEmail(db, id, result);
