import { STORE_NAME } from '@shop/contracts/common/constants';
import { inChildSpan, SpanKind } from '@shop/telemetry/tracing';
import { createTransport } from 'nodemailer';

type OutgoingEmail = {
  /** Local part of the Message-ID: identifies an email that is sent twice. */
  messageId: string;
  date: Date;
  to: string;
  /** The sender's name. */
  storeName?: string | undefined;
  subject: string;
  html: string;
  text: string;
  /** For recurring emails: email clients show an unsubscribe button and send the request themselves (RFC 8058). */
  unsubscribeUrl?: string;
  /** Offered beside the URL, to clients that cannot send a request. */
  contactEmail?: string | null;
  /** Where replies are received, if not at the sender. */
  replyTo?: string | undefined;
};

export type Mailer = ReturnType<typeof createMailer>;

const openTransport = (smtpUrl: string) =>
  createTransport({
    url: smtpUrl,
    pool: true,
    maxRequeues: 0,
    // The password is sent over TLS only.
    requireTLS: new URL(smtpUrl).password !== '',
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Connects to the mail server and logs in; throws if that fails. Sends nothing. */
export async function verifyMailServer(smtpUrl: string) {
  const transport = openTransport(smtpUrl);
  await transport.verify().finally(() => transport.close());
}

/** Sends email over SMTP, one attempt each: retries are left to the queue, which outlives this process. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }) {
  const transport = openTransport(smtpUrl);
  const domain = from.slice(from.lastIndexOf('@') + 1);

  return {
    async send({
      messageId,
      date,
      to,
      storeName = STORE_NAME,
      subject,
      html,
      text,
      unsubscribeUrl,
      contactEmail,
      replyTo,
    }: OutgoingEmail) {
      await inChildSpan('smtp send', { kind: SpanKind.CLIENT }, () =>
        transport.sendMail({
          // As objects, so that a comma or bracket in an address is never parsed as a second address.
          from: { name: storeName, address: from },
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: storeName, address: replyTo } }),
          messageId: `<${messageId}@${domain}>`,
          date,
          subject,
          html,
          text,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && {
              'List-Unsubscribe': `<${unsubscribeUrl}>${contactEmail ? `, <${mailtoUrl(contactEmail)}>` : ''}`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        }),
      );
    },
    close: () => transport.close(),
  };
}

/** With everything encoded that would end the URL or the header. */
const mailtoUrl = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}?subject=unsubscribe`;
