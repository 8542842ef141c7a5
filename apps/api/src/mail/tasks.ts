import { z } from 'zod';
import type { Db } from '#db.ts';
import type { Tasks } from '#platform/tasks.ts';
import { renderEmail } from './layout.ts';
import {
  capEmailRetryDelay,
  deleteEmail,
  deleteOldEmails,
  findEmail,
  isConfirmedRecipient,
  type SendResult,
  updateEmail,
  wantsOrderEmails,
} from './queries.ts';
import { EmailMessage, isAboutOrders, isExpired, isLastAttempt, reasonOf } from './rules.ts';
import { emailContentFor } from './templates.ts';

const Job = z.object({ mailId: z.uuid() });

export const emailTasks: Tasks = {
  /**
   * A crash between the send and the mark sends the mail again, in the same words and with the same Message-ID, by
   * which mail programs know it for the same.
   */
  async send_email(payload, { db, mailer, publicOrigin }) {
    const row = await findEmail(db, Job.parse(payload).mailId);
    if (row?.state !== 'queued') return;

    const message = EmailMessage.parse({ kind: row.kind, data: row.payload });
    const isUnwanted = isAboutOrders(message) && !(await wantsOrderEmails(db, row.userId));
    if (isUnwanted || isExpired(message, new Date())) {
      await updateEmail(db, row.id, { state: 'skipped' });
      return;
    }

    const isConfirmed = await isConfirmedRecipient(db, row);
    const attempts = row.attempts + 1;
    try {
      const { messageId, createdAt: date, toEmail: to } = row;
      await mailer.send({ messageId, date, to, ...renderEmail(emailContentFor(message, isConfirmed), publicOrigin) });
    } catch (error) {
      const lastError = reasonOf(error, message);
      await saveResult(db, row, { state: isLastAttempt(attempts) ? 'failed' : 'queued', attempts, lastError });
      // The queue tries again later. It keeps what it is thrown, so the original, which may quote the mail, stays here.
      throw new Error(lastError);
    }
    await saveResult(db, row, { state: 'sent', attempts, sentAt: new Date() });
  },

  async cap_email_retry_delay(_payload, { db }) {
    await capEmailRetryDelay(db);
  },

  async delete_old_emails(_payload, { db }) {
    await deleteOldEmails(db);
  },
};

/** The last word to someone who has left is not kept, once it is said or given up: nothing of them is. */
const saveResult = (db: Db, { id, kind }: { id: string; kind: string }, result: SendResult) =>
  kind === 'account_deleted' && result.state !== 'queued' ? deleteEmail(db, id) : updateEmail(db, id, result);
