import { STORE_NAME } from '@shop/contracts/site';
import { createTransport } from 'nodemailer';

type OutgoingEmail = {
  /** The part of the Message-ID before the @: the same mail sent twice is known by it. */
  messageId: string;
  date: Date;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** For letters that come again: mail programs show a button that ends them, and press it by themselves (RFC 8058). */
  unsubscribeUrl?: string;
};

export type Mailer = ReturnType<typeof createMailer>;

/** Speaks SMTP. It tries once: trying again is the queue's work, which outlives this process. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }) {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxRequeues: 0,
    // A password is told over an encrypted line only.
    requireTLS: new URL(smtpUrl).password !== '',
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);

  return {
    async send({ messageId, date, to, subject, html, text, unsubscribeUrl: leaveUrl }: OutgoingEmail) {
      await transport.sendMail({
        // As objects, so that a comma or a bracket in an address is never read as a second one.
        from: { name: STORE_NAME, address: from },
        to: { name: '', address: to },
        messageId: `<${messageId}@${domain}>`,
        date,
        subject,
        html,
        text,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(leaveUrl && {
            'List-Unsubscribe': `<${leaveUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    close: () => transport.close(),
  };
}
