import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '#platform/database/db.ts';
import { isDryRun, recordEffect } from '#platform/effects.ts';
import { dropJobs, enqueueAll, type Job } from '#platform/queue/queue.ts';
import {
  countWanted,
  deleteEmailsOf,
  findEmail,
  insertEmail,
  insertEmails,
  lockRecipientsUnderLimit,
  type Recipient,
} from './queries.ts';
import { BULK_PRIORITY, canBeResent, type EmailMessage } from './rules.ts';
import { emailContentFor } from './templates.ts';

export { previewCampaign } from './campaign-content.ts';
export { giftPath, orderOfGiftToken } from './gift-link-rules.ts';
export { isOrderKey } from './order-link-rules.ts';
export { areBulkEmailsWaiting, lockRecipientsUnderLimit } from './queries.ts';
export { plainAddress, ticketOfReplyAddress } from './reply-address.ts';

/** More than the attempts to send: a worker crash counts as a run, and must not fail the email. */
const MAX_RUNS = 100;

export type EmailRequest = EmailMessage & {
  to: string;
  userId?: string;
  orderId?: string;
  /** Idempotency key of the event: one email of this kind is sent for it. */
  key?: string;
  /** Counts towards the recipient's limit; for transactions that hold `lockRecipientsUnderLimit`. */
  unsolicited?: boolean;
};

/** Transactional outbox: call it in the causing transaction; the email is sent if and only if that commits. */
export const queueEmail = (tx: Db, request: EmailRequest) => queue(tx, [rowOf(request)]);

/** The same for callers that enqueue the returned jobs together with others. */
export async function storeEmail(tx: Db, request: EmailRequest): Promise<Job[]> {
  const ids = await insertAll(tx, [rowOf(request)]);
  return ids.map(sendingJob);
}

/** The same for an email whose id is given, and whose event happens once: the statement that stores it, and its job. */
export const newEmail = (tx: Db, id: string, request: EmailRequest) => ({
  stored: insertEmail(tx, { id, ...rowOf(request) }),
  job: sendingJob(id),
});

const sendingJob = (emailId: string): Job => ({ task: 'send_email', payload: { emailId }, maxAttempts: MAX_RUNS });

/**
 * For emails that anyone can trigger by entering an address not verified as theirs. Beyond two per hour nothing is
 * sent, and the response is the same as if it were; returns whether the email was queued.
 */
export async function queueUnsolicitedEmail(tx: Db, request: EmailRequest) {
  const isUnderLimit = (await lockRecipientsUnderLimit(tx, [request.to])).has(request.to);
  if (isUnderLimit) await queue(tx, [rowOf({ ...request, unsolicited: true })]);
  return isUnderLimit;
}

/**
 * Bulk emails, in two statements. Lower priority than emails that a customer waits for. Returns how many were queued:
 * an email whose key was used before is not.
 */
export const queueEmails = (tx: Db, requests: EmailRequest[]) =>
  queue(tx, requests.map(rowOf), { priority: BULK_PRIORITY });

const rowOf = ({ to, userId, orderId, key, unsolicited, ...message }: EmailRequest) => ({
  kind: message.kind,
  messageId: key ? createHash('sha256').update(`${message.kind}:${key}`).digest('hex') : randomUUID(),
  toEmail: to,
  userId,
  orderId,
  unsolicited,
  subject: emailContentFor(message, false).subject,
  payload: message.data,
});

/** Sends the same email with a new Message-ID: with the old one, clients would hide it as a duplicate. */
export async function resendEmail(tx: Db, id: string) {
  const message = await findEmail(tx, id);
  if (!message || !canBeResent(message)) return false;

  const { kind, toEmail, userId, orderId, subject, payload } = message;
  await queue(tx, [{ kind, messageId: randomUUID(), toEmail, userId, orderId, subject, payload }]);
  return true;
}

/** For account deletion. Queued emails are no longer sent. */
export async function deleteAccountEmails(tx: Db, recipient: Recipient) {
  const deleted = await deleteEmailsOf(tx, recipient);
  await dropJobs(
    tx,
    'emailId',
    deleted.map(({ id }) => id),
  );
}

async function insertAll(tx: Db, rows: Parameters<typeof insertEmails>[1]) {
  const ids = (await insertEmails(tx, rows)).map(({ id }) => id);
  if (isDryRun()) recordEffect({ kind: 'email', count: await countWanted(tx, ids) });
  return ids;
}

async function queue(tx: Db, rows: Parameters<typeof insertEmails>[1], { priority = 0 } = {}) {
  const jobs = (await insertAll(tx, rows)).map((emailId) => ({ emailId }));
  await enqueueAll(tx, 'send_email', jobs, { maxAttempts: MAX_RUNS, priority });
  return jobs.length;
}
