import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { openDisk } from '../../../apps/api/src/media/store.ts';
import { verifyMailServer } from '../../../apps/api/src/platform/clients/mailer.ts';
import { pingRedis } from '../../../apps/api/src/platform/clients/redis.ts';
import { sendTestMail } from '../test-mail.ts';
import { type Examination, type Finding, fail, ok, reasonOf, warn } from './finding.ts';

export async function checkRedis({ config }: Examination): Promise<Finding[]> {
  const { host } = new URL(config.redisUrl);
  try {
    await pingRedis(config.redisUrl);
    return [ok('redis', `answers at ${host}`)];
  } catch (error) {
    const action = 'start it or correct REDIS_URL; the store works without it, a little slower.';
    return [warn('redis', `no answer at ${host} (${reasonOf(error)})`, action)];
  }
}

export async function checkMail({ config, mailTo }: Examination): Promise<Finding[]> {
  const { host } = new URL(config.email.smtpUrl);
  try {
    await verifyMailServer(config.email.smtpUrl);
  } catch (error) {
    return [mailFault(host, error)];
  }
  if (!mailTo) return [ok('mail', `the server at ${host} accepts the login; a test email needs --mail-to`)];
  try {
    await sendTestMail(config.email, mailTo);
    return [ok('mail', `the server at ${host} accepted a test email to ${mailTo}`)];
  } catch (error) {
    const what = `the server at ${host} rejected a test email to ${mailTo} (${reasonOf(error)})`;
    return [fail('mail', what, 'check that it may send for the domain of MAIL_FROM.')];
  }
}

function mailFault(host: string, error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EAUTH')
    return fail('mail', `the server at ${host} rejects the login`, 'correct user and password in SMTP_URL.');
  if (code === 'ETLS')
    return fail(
      'mail',
      `the server at ${host} offers no TLS`,
      'a password is sent over TLS only: use smtps:// or port 587.',
    );
  const action = 'start it or correct SMTP_URL: emails wait in the queue for a day, then they fail.';
  return fail('mail', `no connection to the server at ${host} (${reasonOf(error)})`, action);
}

/** Writes, reads and deletes an object of its own. */
export async function checkMedia({ config }: Examination): Promise<Finding[]> {
  const { media } = config;
  const place = media.driver === 'fs' ? `MEDIA_DIR ${resolve(media.directory)}` : `the bucket ${media.bucket}`;
  const [key, content] = [`doctor-${randomUUID()}.txt`, randomUUID()];
  const action =
    media.driver === 'fs'
      ? 'let the user of the processes write there.'
      : 'check the S3_ settings and the rights of the keys.';
  try {
    const disk = await openDisk(media);
    await disk.put(key, content);
    const read = await disk.get(key);
    await disk.delete(key);
    if (read !== content) return [fail('media', `${place} returns other content than was written`, action)];
    return [ok('media', `${place} can be written, read and deleted`)];
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    return [fail('media', `${place} cannot be used (${reasonOf(cause)})`, action)];
  }
}
