import { afterAll, describe, expect, test } from 'vitest';
import { runQueuedJobs } from '#test/jobs.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';
import type { EmailMessage } from './rules.ts';
import { deleteAccountEmails, queueEmail, queueEmails, resendEmail } from './service.ts';

const server = await aMailServer();
afterAll(server.close);
const { db, sql, config, work, aShopper } = await createTestStore({
  env: { SMTP_URL: server.url, MAIL_FROM: 'hello@crystalline.shop', PUBLIC_URL: 'https://shop.example.com' },
});

let emailCount = 0;
const newEmail = () => `recipient-${++emailCount}@example.com`;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const greeting: EmailMessage = { kind: 'password_changed', data: { name: 'Ada' } };
const secretLink = (minutes = 30): EmailMessage => ({
  kind: 'reset_password',
  data: { name: 'Ada', token: 'open-sesame', expiresAt: inMinutes(minutes) },
});

const received = (to: string) => server.messages.filter((message) => message.to?.[0]?.address === to);

async function stored(to: string) {
  const { rows } = await sql.query(
    'select id, kind, status, attempts, last_error, payload, sent_at, user_id from email_messages where to_email = $1 order by id',
    [to],
  );
  return rows;
}
const jobs = async () =>
  (await sql.query("select id, last_error, run_at from graphile_worker.jobs where task_identifier = 'send_email'"))
    .rows;

/** Skips the delay until the next attempt. */
const later = () => runQueuedJobs({ sql, work });

test.each<{ message: EmailMessage; path: string }>([
  { message: secretLink(), path: '/reset-password?token=open-sesame' },
  {
    message: { kind: 'confirm_email', data: { name: 'Ada', token: 'a+b/c=', expiresAt: inMinutes(30) } },
    path: '/confirm-email?token=a%2Bb%2Fc%3D',
  },
  { message: { kind: 'email_in_use', data: {} }, path: '/login' },
  {
    message: {
      kind: 'email_changed',
      data: { name: 'Ada', newEmailHint: 'a•••@example.com', token: 'abc', expiresAt: inMinutes(30) },
    },
    path: '/undo-email-change?token=abc',
  },
  { message: { kind: 'email_change_undone', data: { name: 'Ada' } }, path: '/contact' },
  { message: greeting, path: '/forgot-password' },
  { message: { kind: 'test_email', data: { name: 'Ada' } }, path: '/admin' },
  { message: { kind: 'two_factor_changed', data: { name: 'Ada', enabled: true } }, path: '/account/settings' },
  { message: { kind: 'two_factor_changed', data: { name: 'Ada', enabled: false } }, path: '/account/settings' },
  {
    message: {
      kind: 'staff_invitation',
      data: { role: 'packer', by: 'Grace Hopper', token: 'abc', expiresAt: inMinutes(30) },
    },
    path: '/staff-invitation?token=abc',
  },
  {
    message: {
      kind: 'staff_joined',
      data: { name: 'Grace', personId: 'ada', person: 'Ada', role: 'packer', by: 'Grace' },
    },
    path: '/admin/customers/ada',
  },
  { message: { kind: 'account_deleted', data: {} }, path: '/contact' },
  {
    message: { kind: 'ticket_opened', data: { number: '1a2b3c4d', conversationId: null } },
    path: '/support',
  },
  { message: { kind: 'welcome', data: { token: 'abc', expiresAt: inMinutes(30) } }, path: '/confirm-email?token=abc' },
  {
    message: { kind: 'confirm_address', data: { token: 'a', expiresAt: inMinutes(30) } },
    path: '/confirm-email?token=a',
  },
  {
    message: { kind: 'newsletter_confirm', data: { token: 'abc', expiresAt: inMinutes(30) } },
    path: '/newsletter/confirm?token=abc',
  },
  { message: { kind: 'newsletter_welcome', data: { token: 'abc' } }, path: '/products?sortBy=newest' },
  {
    message: {
      kind: 'back_in_stock',
      data: { name: '', product: 'Ring', options: 'Size: 7', path: '/product/ring?Size=7' },
    },
    path: '/product/ring?Size=7',
  },
  {
    message: {
      kind: 'store_alert',
      data: { name: 'Grace', alerts: [{ kind: 'low_stock', count: 1, examples: ['Ring: 2 left'] }] },
    },
    path: '/admin',
  },
  {
    message: {
      kind: 'ticket_answered',
      data: { number: '1a2b3c4d', subject: 'A ring', reply: 'It does.', ticketId: null, conversationId: null },
    },
    path: '/support',
  },
  {
    message: {
      kind: 'ticket_answered',
      data: { number: '1a2b3c4d', subject: 'A ring', reply: 'It does.', ticketId: 'ada', conversationId: 'ada' },
    },
    path: '/account/messages/ada',
  },
])('$message.kind is delivered, and its link leads to $path', async ({ message, path }) => {
  const to = newEmail();

  await queueEmail(db, { ...message, to });
  await work();

  const [delivered, ...more] = await server.waitFor(to);
  const link = `${config.publicOrigin}${path}`;
  expect(more).toEqual([]);
  expect(delivered?.from).toMatchObject({ name: 'Crystalline', address: 'hello@crystalline.shop' });
  expect(delivered?.text).toContain(`:\n${link}\n`);
  expect(delivered?.html?.split(`href="${link}"`)).toHaveLength(3);
  expect(delivered?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
  const sent = { kind: message.kind, status: 'sent', attempts: 1, sent_at: expect.any(Date) };
  expect(await stored(to)).toMatchObject(message.kind === 'account_deleted' ? [] : [sent]);
});

test('the name of the sender is that of the store', async () => {
  await sql.query(`update store_settings set store_name = 'Glint'`);
  const to = newEmail();

  await queueEmail(db, { ...greeting, to });
  await work();

  const [delivered] = await server.waitFor(to);
  await sql.query('update store_settings set store_name = default');
  expect(delivered?.from).toMatchObject({ name: 'Glint', address: 'hello@crystalline.shop' });
  expect(delivered?.text).toMatch(/^Glint\n/);
});

describe('queueing', () => {
  test('many emails at once sends each once, after those queued individually', async () => {
    const [to, individual] = [newEmail(), newEmail()];
    const many = Array.from({ length: 5 }, (_, index) => ({ ...greeting, to, key: `many ${index}` }));

    await queueEmails(db, [...many, ...many]);
    await queueEmails(db, []);
    await queueEmail(db, { ...greeting, to: individual });
    await work();

    expect(received(to)).toHaveLength(5);
    const order = server.messages.map((message) => message.to?.[0]?.address);
    expect(order.indexOf(individual)).toBeLessThan(order.indexOf(to));
  });

  test('is rolled back with its transaction', async () => {
    const to = newEmail();

    await db
      .transaction(async (tx) => {
        await queueEmail(tx, { ...greeting, to });
        throw new Error('The password could not be changed.');
      })
      .catch(() => {});

    expect(await stored(to)).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  test('the same event twice, even concurrently, sends one email', async () => {
    const to = newEmail();
    const event = { ...greeting, to, key: 'one change' };

    await Promise.all([queueEmail(db, event), queueEmail(db, event)]);
    await work();
    await queueEmail(db, event);
    await work();

    expect(received(to)).toHaveLength(1);
  });

  test('different events sends an email for each, even if they share a key but not the kind', async () => {
    const to = newEmail();

    await queueEmail(db, { ...greeting, to, key: 'a' });
    await queueEmail(db, { ...greeting, to, key: 'b' });
    await queueEmail(db, { kind: 'account_deleted', data: {}, to, key: 'a' });
    await work();

    expect(new Set(received(to).map((message) => message.messageId)).size).toBe(3);
  });
});

describe('sending an email', () => {
  test('has no effect in a second job run', async () => {
    const to = newEmail();
    await queueEmail(db, { ...greeting, to });
    await work();
    const [message] = await stored(to);

    await sql.query("select graphile_worker.add_job('send_email', $1)", [{ emailId: message.id }]);
    await work();

    expect(received(to)).toHaveLength(1);
  });

  test('is retried after the server rejects it', async () => {
    const to = newEmail();
    server.rejectNext(451, () => 'Try again later');
    server.rejectNext(554, () => 'Not today');
    await queueEmail(db, { ...greeting, to });

    await work();
    expect(await stored(to)).toMatchObject([
      { status: 'queued', attempts: 1, last_error: expect.stringContaining('451') },
    ]);
    await later();
    await later();

    expect(received(to)).toHaveLength(1);
    expect(await stored(to)).toMatchObject([{ status: 'sent', attempts: 3 }]);
  });

  test('is retried after the server was unreachable', async () => {
    const to = newEmail();
    const withoutSmtp = await createTestStore({
      databaseUrl: config.databaseDirectUrl,
      env: { SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    await queueEmail(db, { ...greeting, to });

    await withoutSmtp.work();
    expect(await stored(to)).toMatchObject([
      { status: 'queued', attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') },
    ]);
    await later();

    expect(received(to)).toHaveLength(1);
  });

  test('is repeated with identical content if the server’s acknowledgment was lost', async () => {
    const to = newEmail();
    server.hangUpOnNext();
    await queueEmail(db, { ...greeting, to });

    await work();
    await later();

    const [first, second, ...more] = received(to);
    expect(more).toEqual([]);
    expect(first?.messageId).toMatch(/^<[^@]+@crystalline\.shop>$/);
    expect(second?.messageId).toBe(first?.messageId);
    for (const field of ['subject', 'date', 'text', 'html'] as const) expect(second?.[field]).toBe(first?.[field]);
  });

  test('fails after the last attempt', async () => {
    const to = newEmail();
    await queueEmail(db, { ...secretLink(), to });
    await sql.query('update email_messages set attempts = 23 where to_email = $1', [to]);
    server.rejectNext(550, () => 'No such person here');

    await work();
    await later();

    expect(received(to)).toEqual([]);
    expect(await stored(to)).toMatchObject([
      { status: 'failed', attempts: 24, last_error: expect.stringContaining('No such person') },
    ]);
    expect(await jobs()).toEqual([]);
  });

  test('is skipped if its row was deleted', async () => {
    const to = newEmail();
    await queueEmail(db, { ...greeting, to });
    await sql.query('delete from email_messages where to_email = $1', [to]);

    await work();

    expect(received(to)).toEqual([]);
    expect(await jobs()).toEqual([]);
  });
});

describe('the token of a secret link', () => {
  const secretsOf = async (to: string) => JSON.stringify([await stored(to), await jobs()]);

  test('is deleted once the email is sent', async () => {
    const to = newEmail();
    await queueEmail(db, { ...secretLink(), to });
    expect(await secretsOf(to)).toContain('open-sesame');

    await work();

    expect(received(to)[0]?.text).toContain('open-sesame');
    expect(await secretsOf(to)).not.toContain('open-sesame');
  });

  test('is not sent but deleted if it has expired', async () => {
    const to = newEmail();
    await queueEmail(db, { ...secretLink(-1), to });

    await work();

    expect(received(to)).toEqual([]);
    expect(await stored(to)).toMatchObject([{ status: 'skipped', sent_at: null }]);
    expect(await secretsOf(to)).not.toContain('open-sesame');
  });

  test('is redacted from a server error that quotes it, and deleted after the last attempt', async () => {
    const to = newEmail();
    server.rejectNext(554, (message) => `Bad link ${/https:\S+/.exec(message.text ?? '')?.[0]}`);
    await queueEmail(db, { ...secretLink(), to });
    await sql.query('update email_messages set attempts = 23 where to_email = $1', [to]);

    await work();

    const [message] = await stored(to);
    expect(message).toMatchObject({ status: 'failed', last_error: expect.stringContaining('/reset-password?token=…') });
    const [job] = await jobs();
    expect(job.last_error).toContain('/reset-password?token=…');
    expect(await secretsOf(to)).not.toContain('open-sesame');
    await later();
  });
});

describe('a sent email', () => {
  test('can be resent with a new Message-ID', async () => {
    const to = newEmail();
    await queueEmail(db, { ...greeting, to, key: 'sent twice on purpose' });
    await work();
    const [message] = await stored(to);

    expect(await db.transaction((tx) => resendEmail(tx, message.id))).toBe(true);
    await work();

    const [first, second] = received(to);
    expect(second).toMatchObject({ subject: first?.subject, text: first?.text });
    expect(second?.messageId).not.toBe(first?.messageId);
    expect(await stored(to)).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
  });

  test('with a secret link cannot be resent', async () => {
    const to = newEmail();
    await queueEmail(db, { ...secretLink(), to });
    await work();
    const [message] = await stored(to);

    expect(await resendEmail(db, message.id)).toBe(false);
    expect(await stored(to)).toHaveLength(1);
  });

  test('is kept for 180 days', async () => {
    const to = newEmail();
    const daysAgo = (days: number) =>
      sql.query(
        `insert into email_messages (id, message_id, kind, to_email, subject, status)
         values ((lpad(to_hex((extract(epoch from now() - $1 * interval '1 day') * 1000)::bigint), 12, '0')
                 || '7000800000000000abcd')::uuid, gen_random_uuid(), 'account_deleted', $2, 'Old', 'sent')`,
        [days, to],
      );
    await daysAgo(179);
    await daysAgo(181);

    await sql.query("select graphile_worker.add_job('delete_old_emails')");
    await work();

    expect(await stored(to)).toHaveLength(1);
  });

  test('is deleted with its account, and so is a queued one', async () => {
    const ada = await aShopper();
    const to = newEmail();
    await queueEmail(db, { ...greeting, to, userId: ada.id });
    await work();
    await queueEmail(db, { ...greeting, to, userId: ada.id });
    await queueEmail(db, { kind: 'account_deleted', data: {}, to });

    await deleteAccountEmails(db, { id: ada.id, verifiedEmail: ada.email });
    await work();

    expect(received(to).map((message) => message.subject)).toEqual([
      'Your password was changed',
      'Your account was deleted',
    ]);
    // The email about the account deletion is not kept once it is sent.
    expect(await stored(to)).toEqual([]);
  });
});

test('after a mail server outage of ten minutes, queued emails are retried within five minutes', async () => {
  const waits = async (minutes: string) => {
    await sql.query(
      `update graphile_worker._private_jobs set created_at = now() - $1::interval, run_at = now() + interval '1 hour'`,
      [minutes],
    );
    await sql.query("select graphile_worker.add_job('cap_email_retry_delay')");
    await work();
    const [job] = await jobs();
    return (job.run_at.getTime() - Date.now()) / 60_000;
  };
  await queueEmail(db, { ...greeting, to: newEmail() });

  // `cap_email_retry_delay` runs every minute.
  expect(await waits('1 minute')).toBeCloseTo(3, 1);
  expect(await waits('10 minutes')).toBeLessThan(4);
  expect(await waits('90 minutes')).toBeCloseTo(30, 1);
  expect(await waits('1 day')).toBeCloseTo(60, 1);
  await later();
});
