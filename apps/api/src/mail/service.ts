import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '#platform/database/db.ts';
import { isDryRun, recordEffect } from '#platform/dry-run.ts';
import { dropJobs, enqueueAll, type Job } from '#platform/queue/queue.ts';
import {
  countWanted,
  deleteEmailsOf,
  type EmailValues,
  findEmail,
  hasEmail,
  insertEmail,
  insertEmails,
  insertUnsolicited,
  isConfirmedRecipient,
  lockRecipientsUnderLimit,
  type Recipient,
} from './queries.ts';
import { BULK_PRIORITY, budgetOf, canBeResent, type EmailMessage } from './rules.ts';
import { emailContentFor } from './templates.ts';

export { previewCampaign } from './campaign-content.ts';
export { type GiftLink, giftPath, readGiftToken } from './gift-link-rules.ts';
export { readOrderKey } from './order-link-rules.ts';
export { areBulkEmailsWaiting, isUnderLimit, lockRecipientsUnderLimit } from './queries.ts';
export { plainAddress, ticketOfReplyAddress } from './reply-address.ts';

/** More than the attempts to send: a worker crash counts as a run, and must not fail the email. */
const MAX_RUNS = 100;

export type EmailRequest = EmailMessage & {
  to: string;
  userId?: string;
  orderId?: string;
  /** Idempotency key of the event: one email of this kind is sent for it. */
  key?: string;
  /** Key of an earlier email of this kind, without which this one makes no sense: it may have been beyond the budget. */
  follows?: string;
  /** Counts towards the recipient's budget; for bulk emails, whose callers hold `lockRecipientsUnderLimit`. */
  unsolicited?: boolean;
  /** The address was confirmed by an account that this transaction has erased. */
  wasConfirmed?: boolean;
};

/**
 * Transactional outbox: call it in the causing transaction; the email is sent if and only if that commits. The one place
 * that decides which emails are unsolicited: those to an address that its owner has not confirmed, unless they are about
 * an order or from staff. Beyond their budget nothing is sent and false is returned.
 */
export async function queueEmail(tx: Db, request: EmailRequest): Promise<boolean> {
  const { kind, to, userId, follows } = request;
  if (follows !== undefined && !(await tx.run(hasEmail(messageIdOf(kind, follows))))) return false;
  const budget = request.wasConfirmed ? null : budgetOf(request);
  const unsolicited = budget !== null && !(userId && (await tx.run(isConfirmedRecipient(userId, to))));
  if (unsolicited && !(await lockRecipientsUnderLimit(tx, [to], budget, userId)).has(to)) return false;
  await queue(tx, [rowOf({ ...request, unsolicited })]);
  return true;
}

/** The same for callers that enqueue the returned jobs together with others. */
export async function storeEmail(tx: Db, request: EmailRequest): Promise<Job[]> {
  const ids = await insertAll(tx, [rowOf(request)]);
  return ids.map(sendingJob);
}

/** The same for an email whose id is given, and whose event happens once: the statement that stores it, and its job. */
export const newEmail = (id: string, request: EmailRequest) => ({
  stored: insertEmail({ id, ...rowOf(request) }),
  job: sendingJob(id),
});

const sendingJob = (emailId: string): Job => ({ task: 'send_email', payload: { emailId }, maxAttempts: MAX_RUNS });

/**
 * Bulk emails, in two statements. Lower priority than emails that a customer waits for. Returns how many were queued:
 * an email whose key was used before is not.
 */
export const queueEmails = (tx: Db, requests: EmailRequest[]) =>
  queue(tx, requests.map(rowOf), { priority: BULK_PRIORITY });

const messageIdOf = (kind: string, key: string) => createHash('sha256').update(`${kind}:${key}`).digest('hex');

const rowOf = ({ to, userId, orderId, key, unsolicited, wasConfirmed: _, follows: __, ...message }: EmailRequest) => ({
  kind: message.kind,
  messageId: key ? messageIdOf(message.kind, key) : randomUUID(),
  toEmail: to,
  userId,
  orderId,
  unsolicited,
  subject: emailContentFor(message, false).subject,
  payload: message.data,
});

/** Sends the same email with a new Message-ID: with the old one, clients would hide it as a duplicate. */
export async function resendEmail(tx: Db, id: string) {
  const message = await tx.run(findEmail(id));
  if (!message || !canBeResent(message)) return false;

  const { kind, toEmail, userId, orderId, subject, payload } = message;
  await queue(tx, [{ kind, messageId: randomUUID(), toEmail, userId, orderId, subject, payload }]);
  return true;
}

/** For account deletion. Queued emails are no longer sent. */
export async function deleteAccountEmails(tx: Db, recipient: Recipient) {
  const deleted = await tx.run(deleteEmailsOf(recipient));
  await dropJobs(
    tx,
    'emailId',
    deleted.map(({ id }) => id),
  );
}

async function insertAll(tx: Db, rows: EmailValues[]) {
  const inserted = rows.length > 0 ? await tx.run(insertEmails(rows)) : [];
  const ids = inserted.map(({ id }) => id);
  if (rows.some(({ unsolicited }) => unsolicited)) await tx.run(insertUnsolicited(ids));
  if (isDryRun()) recordEffect({ kind: 'email', ...(await tx.run(countWanted(ids))) });
  return ids;
}

async function queue(tx: Db, rows: EmailValues[], { priority = 0 } = {}) {
  const jobs = (await insertAll(tx, rows)).map((emailId) => ({ emailId }));
  await enqueueAll(tx, 'send_email', jobs, { maxAttempts: MAX_RUNS, priority });
  return jobs.length;
}
