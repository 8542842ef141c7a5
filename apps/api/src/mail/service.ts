import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '#db.ts';
import { dropJobs, enqueueAll } from '#platform/queue.ts';
import { letterFor } from './letters.ts';
import { deleteMailsOf, findMail, insertMails, type Recipient } from './queries.ts';
import { canBeSentAgain, type Mail } from './rules.ts';

/** More than we try to send a mail: a worker that dies in the middle counts here, and must not end it. */
const MAX_RUNS = 100;

type MailRequest = Mail & {
  to: string;
  userId?: string;
  orderId?: string;
  /** Names the event: however often it is reported, one mail of this kind is sent for it. */
  key?: string;
};

/** Call it in the transaction that gives the reason: the mail goes out if, and only if, that is kept. */
export const queueMail = (tx: Db, request: MailRequest) => queue(tx, [rowOf(request)]);

/** Many for one reason, in two statements. They are sent when no mail is left that somebody waits for. */
export const queueMails = (tx: Db, requests: MailRequest[]) => queue(tx, requests.map(rowOf), { priority: 10 });

const rowOf = ({ to, userId, orderId, key, ...mail }: MailRequest) => ({
  kind: mail.kind,
  messageId: key ? createHash('sha256').update(`${mail.kind}:${key}`).digest('hex') : randomUUID(),
  toEmail: to,
  userId,
  orderId,
  subject: letterFor(mail).subject,
  payload: mail.data,
});

/** The same mail once more, as a mail of its own: under the old Message-ID it would be hidden as a copy. */
export async function resendMail(tx: Db, id: string) {
  const mail = await findMail(tx, id);
  if (!mail || !canBeSentAgain(mail)) return false;

  const { kind, toEmail, userId, orderId, subject, payload } = mail;
  await queue(tx, [{ kind, messageId: randomUUID(), toEmail, userId, orderId, subject, payload }]);
  return true;
}

/** For an account that is deleted. What still waits to be sent is not sent any more. */
export async function forgetMailsOf(tx: Db, person: Recipient) {
  const forgotten = await deleteMailsOf(tx, person);
  await dropJobs(
    tx,
    'mailId',
    forgotten.map(({ id }) => id),
  );
}

async function queue(tx: Db, mails: Parameters<typeof insertMails>[1], { priority = 0 } = {}) {
  const jobs = (await insertMails(tx, mails)).map(({ id }) => ({ mailId: id }));
  await enqueueAll(tx, 'send_mail', jobs, { maxAttempts: MAX_RUNS, priority });
}
