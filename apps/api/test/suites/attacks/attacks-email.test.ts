import { afterAll, describe, expect, test } from 'vitest';
import { anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aVariant } from '#test/builders/cart.ts';
import type { TestStore } from '#test/harness.ts';
import { aMailServer } from '#test/mail-server.ts';
import { anIp } from '#test/network.ts';
import { redisModes } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';
import { notifyBackInStock } from '#waitlist/service.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createTestStore({ env: { SMTP_URL: server.url } });
const { guest, aShopper, sql } = shop;
type Shopper = Awaited<ReturnType<TestStore['aShopper']>>;

const SPAM_TEXT = 'Your refund of 499 dollars is waiting, call 1-800-555-0199';
let ticketCount = 0;
const openTicket = (email: string, from: Pick<Shopper, 'post'> = guest) =>
  from.post('/api/support/tickets', {
    name: SPAM_TEXT,
    email,
    subject: SPAM_TEXT,
    message: `${SPAM_TEXT} ${++ticketCount}`,
  });
const register = (email: string) => guest.post('/api/auth/register', { name: SPAM_TEXT, email, password: PASSWORD });
const subscribe = (email: string) => guest.post('/api/newsletter', { email });
async function changeTo(email: string) {
  const mallory = await aShopper({ password: PASSWORD });
  return mallory.patch('/api/user/me', { name: SPAM_TEXT, email, phone: null, currentPassword: PASSWORD });
}
const emailsTo = async (email: string) =>
  (await sql.query('select kind, subject from email_messages where to_email = $1 order by id', [email])).rows;

describe('emails triggered by strangers', () => {
  test('five support tickets for one email address get equal responses, and send two emails', async () => {
    const email = anEmail();

    const responses = [];
    for (let ticket = 0; ticket < 5; ticket++) responses.push(await openTicket(email));

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(responses.map((response) => response.json().number)).size).toBe(5);
    expect(await emailsTo(email)).toHaveLength(2);
  });

  test.each([
    ['a ticket', openTicket, 201],
    ['a registration', register, 201],
    ['a newsletter subscription', subscribe, 201],
    ['an email change', changeTo, 200],
  ])('%s after two tickets sends no third email, and gets the usual response', async (_what, cause, status) => {
    const email = anEmail();
    await openTicket(email);
    await openTicket(email);

    expect((await cause(email)).statusCode).toBe(status);
    expect(await emailsTo(email)).toHaveLength(2);
  });

  test('twenty concurrent requests of all kinds send two emails', async () => {
    const email = anEmail();

    const responses = await Promise.all(
      Array.from({ length: 5 }, () => [openTicket(email), register(email), subscribe(email), changeTo(email)]).flat(),
    );

    expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    expect(await emailsTo(email)).toHaveLength(2);
  });

  test('to one inbox with different plus tags are counted together', async () => {
    const [name, domain] = anEmail().split('@');
    for (const tag of ['', '+1', '+shop', '+2']) await openTicket(`${name}${tag}@${domain}`);

    const { rows } = await sql.query('select from email_messages where to_email like $1', [`${name}%@${domain}`]);
    expect(rows).toHaveLength(2);
  });

  test('are sent again an hour later', async () => {
    const email = anEmail();
    for (let ticket = 0; ticket < 3; ticket++) await openTicket(email);
    await sql.query("update email_messages set created_at = created_at - interval '61 minutes' where to_email = $1", [
      email,
    ]);

    await openTicket(email);

    expect(await emailsTo(email)).toHaveLength(3);
  });

  test('do not count against the customer: all their own tickets are confirmed', async () => {
    const ada = await aShopper();
    for (let ticket = 0; ticket < 3; ticket++) await openTicket(ada.email);

    for (let ticket = 0; ticket < 3; ticket++) await openTicket(ada.email, ada);

    expect(await emailsTo(ada.email)).toHaveLength(5);
  });

  test('about back in stock are delayed for a guest, not lost', async () => {
    const email = anEmail();
    const variants = await Promise.all([1, 2, 3].map(() => aVariant(shop, { quantities: [0] })));
    for (const { variantId } of variants) await guest.post('/api/waitlist', { variantId, email });
    const ids = variants.map(({ variantId }) => variantId);
    await sql.query('update stock set received = 1, available = 1 where variant_id = any ($1)', [ids]);

    await notifyBackInStock(shop.db);
    await notifyBackInStock(shop.db);
    expect(await emailsTo(email)).toHaveLength(2);
    await sql.query("update email_messages set created_at = created_at - interval '61 minutes' where to_email = $1", [
      email,
    ]);
    await notifyBackInStock(shop.db);

    expect((await emailsTo(email)).map(({ kind }) => kind)).toEqual(Array(3).fill('back_in_stock'));
  });

  test('about back in stock reach the other requests, when one inbox has many with plus tags', async () => {
    const [name, domain] = anEmail().split('@');
    const { variantId } = await aVariant(shop, { quantities: [0] });
    for (let tag = 0; tag < 12; tag++)
      await guest.post('/api/waitlist', { variantId, email: `${name}+${tag}@${domain}` });
    const email = anEmail();
    await guest.post('/api/waitlist', { variantId, email });
    await sql.query('update stock set received = 1, available = 1 where variant_id = $1', [variantId]);

    for (let minute = 0; minute < 3; minute++) await notifyBackInStock(shop.db);

    expect(await emailsTo(email)).toHaveLength(1);
    const { rows } = await sql.query('select from email_messages where to_email like $1', [`${name}+%`]);
    expect(rows).toHaveLength(2);
  });

  test('are also limited for a logged-in customer who enters the email address of another person', async () => {
    const [email, mallory] = [anEmail(), await aShopper()];
    for (let ticket = 0; ticket < 5; ticket++) await openTicket(email, mallory);

    expect(await emailsTo(email)).toHaveLength(2);
  });
});

test('confirmations and first emails contain no text of the sender', async () => {
  const emails = { ticket: anEmail(), registration: anEmail(), change: anEmail(), password: anEmail() };
  await openTicket(emails.ticket);
  await register(emails.registration);
  await changeTo(emails.change);
  const cookie = sessionCookie(await register(emails.password));
  const change = { currentPassword: PASSWORD, newPassword: 'another quiet stone' };
  await guest.post('/api/user/password', change, { cookie });

  await shop.work();

  for (const email of Object.values(emails)) {
    const messages = await server.waitFor(email);
    expect(messages.length).toBeGreaterThan(0);
    for (const { subject, text, html } of messages)
      for (const phrase of ['refund', '499', '800', 'waiting'])
        expect([email, `${subject} ${text} ${html}`.includes(phrase)]).toEqual([email, false]);
  }
});

describe.each(redisModes())('%s', async (_mode, REDIS_URL) => {
  const strict = await createTestStore({ env: { REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } });
  const registerFrom = (ip: string, email = anEmail()) =>
    strict.guest.post('/api/auth/register', { name: 'Ada', email, password: PASSWORD }, { 'x-forwarded-for': ip });

  test('A20 one IP address can register ten accounts per hour, not counting rejected registrations', async () => {
    const ip = anIp();
    const first = anEmail();
    expect((await registerFrom(ip, first)).statusCode).toBe(201);
    for (let repeated = 0; repeated < 2; repeated++) expect((await registerFrom(ip, first)).statusCode).toBe(409);
    for (let more = 1; more < 10; more++) expect((await registerFrom(ip)).statusCode).toBe(201);

    const response = await registerFrom(ip);

    expect([response.statusCode, response.json().code]).toEqual([429, 'too_many_attempts']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await registerFrom(anIp())).statusCode).toBe(201);
  });
});
