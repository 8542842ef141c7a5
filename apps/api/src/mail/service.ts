import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '#db.ts';
import { dropJobs, enqueueAll } from '#platform/queue.ts';
import { deleteEmailsOf, findEmail, insertEmails, lockRecipientsUnderLimit, type Recipient } from './queries.ts';
import { canBeResent, type EmailMessage } from './rules.ts';
import { emailContentFor } from './templates.ts';

export { lockRecipientsUnderLimit } from './queries.ts';

/** More than we try to send a mail: a worker that dies in the middle counts here, and must not end it. */
const MAX_RUNS = 100;

type EmailRequest = EmailMessage & {
  to: string;
  userId?: string;
  orderId?: string;
  /** Names the event: however often it is reported, one mail of this kind is sent for it. */
  key?: string;
  /** Counted for its recipient; for transactions that hold `lockRecipientsUnderLimit`. */
  unasked?: boolean;
};

/** Call it in the transaction that gives the reason: the mail goes out if, and only if, that is kept. */
export const queueEmail = (tx: Db, request: EmailRequest) => queue(tx, [rowOf(request)]);

/**
 * For what anyone can cause by naming an address that is not shown to be theirs. Beyond two an hour nothing is sent, and
 * the request is answered as if it were; gives back whether the mail was queued.
 */
export async function queueUnaskedEmail(tx: Db, request: EmailRequest) {
  const isUnderLimit = (await lockRecipientsUnderLimit(tx, [request.to])).has(request.to);
  if (isUnderLimit) await queue(tx, [rowOf({ ...request, unasked: true })]);
  return isUnderLimit;
}

/** Many for one reason, in two statements. They are sent when no mail is left that somebody waits for. */
export const queueEmails = (tx: Db, requests: EmailRequest[]) => queue(tx, requests.map(rowOf), { priority: 10 });

const rowOf = ({ to, userId, orderId, key, unasked, ...message }: EmailRequest) => ({
  kind: message.kind,
  messageId: key ? createHash('sha256').update(`${message.kind}:${key}`).digest('hex') : randomUUID(),
  toEmail: to,
  userId,
  orderId,
  unasked,
  subject: emailContentFor(message, false).subject,
  payload: message.data,
});

/** The same mail once more, as a mail of its own: under the old Message-ID it would be hidden as a copy. */
export async function resendEmail(tx: Db, id: string) {
  const message = await findEmail(tx, id);
  if (!message || !canBeResent(message)) return false;

  const { kind, toEmail, userId, orderId, subject, payload } = message;
  await queue(tx, [{ kind, messageId: randomUUID(), toEmail, userId, orderId, subject, payload }]);
  return true;
}

/** For an account that is deleted. What still waits to be sent is not sent any more. */
export async function deleteAccountEmails(tx: Db, recipient: Recipient) {
  const deleted = await deleteEmailsOf(tx, recipient);
  await dropJobs(
    tx,
    'mailId',
    deleted.map(({ id }) => id),
  );
}

async function queue(tx: Db, rows: Parameters<typeof insertEmails>[1], { priority = 0 } = {}) {
  const jobs = (await insertEmails(tx, rows)).map(({ id }) => ({ mailId: id }));
  await enqueueAll(tx, 'send_email', jobs, { maxAttempts: MAX_RUNS, priority });
}
