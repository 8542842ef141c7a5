import { z } from 'zod';
import type { Db } from '#platform/database/db.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { campaignContent } from './campaign-content.ts';
import { renderEmail } from './layout.ts';
import {
  capEmailRetryDelay,
  deleteEmail,
  deleteOldEmails,
  findCampaign,
  findEmail,
  findStore,
  isCampaignWanted,
  isConfirmedRecipient,
  type SendResult,
  updateEmail,
  wantsOrderEmails,
} from './queries.ts';
import { EmailMessage, isAboutOrders, isExpired, isLastAttempt, reasonOf } from './rules.ts';
import { emailContentFor } from './templates.ts';

const Job = z.object({ emailId: z.uuid() });

export const emailTasks: Tasks = {
  /**
   * At-least-once delivery: a crash between sending and storing the result sends the email again, with the same content
   * and Message-ID, by which email clients deduplicate it.
   */
  async send_email(payload, { db, mailer, publicOrigin }) {
    const row = await findEmail(db, Job.parse(payload).emailId);
    if (row?.status !== 'queued') return;

    const message = EmailMessage.parse({ kind: row.kind, data: row.payload });
    if ((await isUnwanted(db, row, message)) || isExpired(message, new Date())) {
      await updateEmail(db, row.id, { status: 'skipped' });
      return;
    }

    const isConfirmed = await isConfirmedRecipient(db, row);
    const store = await findStore(db);
    const storeName = store?.name;
    const campaign = message.kind === 'campaign' && (await findCampaign(db, message.data.campaignId));
    const attempts = row.attempts + 1;
    try {
      const { messageId, createdAt: date, toEmail: to } = row;
      const content =
        message.kind === 'campaign' && campaign
          ? campaignContent({ ...campaign, ...message.data }, store)
          : emailContentFor(message, isConfirmed, storeName);
      const rendered = renderEmail(content, publicOrigin, storeName);
      await mailer.send({ messageId, date, to, storeName, contactEmail: store?.contactEmail, ...rendered });
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
};

type EmailRow = { userId: string | null; toEmail: string };

/** Preferences and consent count at the moment of sending, however long the email was queued. */
async function isUnwanted(db: Db, row: EmailRow, message: EmailMessage) {
  if (message.kind === 'campaign') return !(await isCampaignWanted(db, { ...row, ...message.data }));
  return isAboutOrders(message) && !(await wantsOrderEmails(db, row.userId));
}

/** The email about an account deletion is deleted once it is sent or failed, like all data of the account. */
const saveResult = (db: Db, { id, kind }: { id: string; kind: string }, result: SendResult) =>
  kind === 'account_deleted' && result.status !== 'queued' ? deleteEmail(db, id) : updateEmail(db, id, result);
