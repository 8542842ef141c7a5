import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ForgottenPassword } from '@shop/contracts/identity/schema';
import { createMailer } from '../../apps/api/src/platform/clients/mailer.ts';
import { type Config, readConfig } from '../../apps/api/src/platform/config.ts';

const TEXT = 'This test email was sent by an operator of the store. The store can send email.';

export async function runSendTestMail(args: string[]) {
  const to = parseRecipient(parseArgs({ args, options: { to: { type: 'string' } } }).values.to, '--to');
  const { email } = readConfig(process.env);
  await sendTestMail(email, to);
  console.log(`The mail server at ${new URL(email.smtpUrl).host} accepted a test email from ${email.from} to ${to}.`);
}

export function parseRecipient(value: string | undefined, option: string) {
  const recipient = ForgottenPassword.safeParse({ email: value });
  if (!recipient.success) throw new Error(`An email address is required: ${option} you@example.com`);
  return recipient.data.email;
}

/** Straight to the mail server, without the queue. */
export async function sendTestMail(settings: Config['email'], to: string) {
  const mailer = createMailer(settings);
  const content = { subject: 'Test email of your store', text: TEXT, html: `<p>${TEXT}</p>` };
  await mailer.send({ messageId: randomUUID(), date: new Date(), to, ...content }).finally(() => mailer.close());
}
