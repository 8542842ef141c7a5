import { z } from 'zod';
import type { Db } from '#db.ts';
import type { Tasks } from '#platform/tasks.ts';
import { draw } from './layout.ts';
import { letterFor } from './letters.ts';
import {
  deleteMail,
  deleteOldMails,
  findMail,
  hurryMails,
  type Outcome,
  updateMail,
  wantsOrderMails,
} from './queries.ts';
import { isAboutOrders, isExpired, isLastAttempt, Mail, reasonOf } from './rules.ts';

const Job = z.object({ mailId: z.uuid() });

export const mailTasks: Tasks = {
  /**
   * A crash between the send and the mark sends the mail again, in the same words and with the same Message-ID, by
   * which mail programs know it for the same.
   */
  async send_mail(payload, { db, mailer, publicOrigin }) {
    const row = await findMail(db, Job.parse(payload).mailId);
    if (row?.state !== 'queued') return;

    const mail = Mail.parse({ kind: row.kind, data: row.payload });
    const unwanted = isAboutOrders(mail) && !(await wantsOrderMails(db, row.userId));
    if (unwanted || isExpired(mail, new Date())) {
      await updateMail(db, row.id, { state: 'skipped' });
      return;
    }

    const attempts = row.attempts + 1;
    try {
      const { messageId, createdAt: date, toEmail: to } = row;
      await mailer.send({ messageId, date, to, ...draw(letterFor(mail), publicOrigin) });
    } catch (error) {
      const lastError = reasonOf(error, mail);
      await settle(db, row, { state: isLastAttempt(attempts) ? 'failed' : 'queued', attempts, lastError });
      // The queue tries again later. It keeps what it is thrown, so the original, which may quote the mail, stays here.
      throw new Error(lastError);
    }
    await settle(db, row, { state: 'sent', attempts, sentAt: new Date() });
  },

  async hurry_mails(_payload, { db }) {
    await hurryMails(db);
  },

  async delete_old_mails(_payload, { db }) {
    await deleteOldMails(db);
  },
};

/** The last word to someone who has left is not kept, once it is said or given up: nothing of them is. */
const settle = (db: Db, { id, kind }: { id: string; kind: string }, outcome: Outcome) =>
  kind === 'account_deleted' && outcome.state !== 'queued' ? deleteMail(db, id) : updateMail(db, id, outcome);
