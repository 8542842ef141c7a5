import { type EmailRequest, newEmail, storeEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { enqueueTogether, type Job } from '#platform/queue/queue.ts';
import { insertNotification, type NewNotification } from './queries.ts';

export type Recipient = { name: string; email: string };

/**
 * Open streams get it after the commit, whichever process the transaction runs in: the worker publishes it. `emailTo`
 * returns the email that says the same. Returns the recipient, or undefined if the account is deleted.
 */
export async function createNotification(
  tx: Db,
  notification: NewNotification,
  emailTo?: (recipient: Recipient) => EmailRequest,
) {
  const recipient = await tx.run(insertNotification(notification));
  if (!recipient) return undefined;
  recordEffect({ kind: 'notification', count: 1 });
  const emails = emailTo ? await storeEmail(tx, emailTo(recipient)) : [];
  await tx.run(enqueueTogether([publishJob(notification), ...emails]));
  return recipient;
}

/** The same for a recipient who is locked, and an event that happens once: the statements, and their jobs. */
export function newNotification(notification: NewNotification, emailId: string, request: EmailRequest) {
  const email = newEmail(emailId, request);
  return {
    stored: { notification: insertNotification(notification), email: email.stored },
    jobs: [publishJob(notification), email.job],
  };
}

const publishJob = ({ userId }: NewNotification): Job => ({
  task: 'publish_notifications',
  payload: { userIds: [userId] },
});
