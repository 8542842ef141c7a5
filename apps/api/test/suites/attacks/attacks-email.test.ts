import { randomUUID } from 'node:crypto';
import { guestAccountMessages } from '@shop/contracts/identity/guest-messages';
import { afterAll, describe, expect, test } from 'vitest';
import { anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aGuestBuyer, linkIn } from '#test/builders/guest-buyer.ts';
import { aGift, requestExchange } from '#test/builders/returns/a-gift.ts';
import type { TestStore } from '#test/harness.ts';
import { aMailServer } from '#test/mail-server.ts';
import { aLine, anIp } from '#test/network.ts';
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
async function choosePassword(email: string) {
  const buyer = await aGuestBuyer(shop, { email });
  return buyer.post('/api/auth/guest/account', { password: PASSWORD });
}
const tagged = (email: string, tag: number) => email.replace('@', `+${tag}@`);
/** Returns the session of the new account, which has asked twice for another link. */
async function registerAndAskAgain(email: string) {
  const cookie = sessionCookie(await register(email));
  for (let asked = 0; asked < 2; asked++) await guest.post('/api/user/email-confirmation', {}, { cookie });
  return cookie;
}
const received = (email: string) =>
  server.messages.filter((message) => message.to?.some(({ address }) => address === email));
const passAnHour = () => sql.query("update unsolicited_emails set created_at = created_at - interval '61 minutes'");
const emailsTo = async (email: string) =>
  (await sql.query('select kind, subject from email_messages where to_email = $1 order by id', [email])).rows;

describe('emails triggered by strangers', () => {
  test('five support tickets for one email address get equal responses, and send one email', async () => {
    const email = anEmail();

    const responses = [];
    for (let ticket = 0; ticket < 5; ticket++) responses.push(await openTicket(email));

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(responses.map((response) => response.json().number)).size).toBe(5);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test.each([
    ['a ticket', openTicket, 201],
    ['a newsletter subscription', subscribe, 201],
  ])('%s after a ticket sends no second email, and gets the usual response', async (_what, cause, status) => {
    const email = anEmail();
    await openTicket(email);

    expect((await cause(email)).statusCode).toBe(status);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  test.each([
    ['the welcome email of a new customer', register, 201, 'welcome'],
    ['the link of an email change', changeTo, 200, 'confirm_email'],
    ['the link of a guest who chooses a password', choosePassword, 202, 'guest_account'],
  ])('A42 cannot keep away %s', async (_what, cause, status, kind) => {
    const email = anEmail();
    for (let form = 0; form < 3; form++) await openTicket(email);
    await subscribe(email);

    expect((await cause(email)).statusCode).toBe(status);
    expect((await emailsTo(email)).map((message) => message.kind)).toContain(kind);
  });

  test('A42 a guest is notified when no further link is sent', async () => {
    const buyer = await aGuestBuyer(shop);
    const answers = [];
    for (let asked = 0; asked < 3; asked++)
      answers.push(await buyer.post('/api/auth/guest/account', { password: PASSWORD }));

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 429]);
    expect(answers[2]?.json().message).toBe(guestAccountMessages.tooMany);
    expect(await emailsTo(buyer.email)).toHaveLength(2);
  });

  test('A42 ten guest sessions with one address send at most six links an hour', async () => {
    const email = anEmail();
    for (let session = 0; session < 10; session++) await choosePassword(email);

    expect(await emailsTo(email)).toHaveLength(6);
  });

  test('A42 neither guest sessions nor registrations of tagged addresses keep the welcome email from its inbox', async () => {
    const email = anEmail();
    for (let session = 0; session < 3; session++) {
      const buyer = await aGuestBuyer(shop, { email });
      for (let asked = 0; asked < 3; asked++) await buyer.post('/api/auth/guest/account', { password: PASSWORD });
    }
    for (let tag = 0; tag < 3; tag++) await registerAndAskAgain(tagged(email, tag));

    expect((await register(email)).statusCode).toBe(201);
    expect((await emailsTo(email)).map(({ kind }) => kind)).toContain('welcome');
  });

  test('A42 a new customer who was not the one that registered the address before gets the welcome email', async () => {
    const email = anEmail();
    await registerAndAskAgain(email);
    const denied = await guest.post('/api/auth/email-denial', { token: await linkIn(shop, email, 'confirm_address') });
    expect(denied.statusCode, denied.body).toBe(200);

    expect((await register(email)).statusCode).toBe(201);
    expect((await emailsTo(email)).map(({ kind }) => kind)).toEqual(['welcome']);
  });

  test('A42 an address that is registered, deleted and registered again gets four emails an hour', async () => {
    const email = anEmail();
    for (let round = 0; round < 4; round++) {
      const cookie = await registerAndAskAgain(email);
      await shop.work();
      const deleted = await guest.post('/api/user/deletion', { password: PASSWORD }, { cookie });
      expect(deleted.statusCode, deleted.body).toBe(204);
      await shop.work();
    }

    expect(received(email)).toHaveLength(4);
  });

  test('A42 an account that moves to another address and is deleted does not free the budget of the first one', async () => {
    const email = anEmail();
    for (let round = 0; round < 4; round++) {
      const cookie = await registerAndAskAgain(email);
      const own = anEmail();
      const profile = { name: 'Mallory', email: own, phone: null, currentPassword: PASSWORD };
      await guest.patch('/api/user/me', profile, { cookie });
      const token = await linkIn(shop, own, 'confirm_email');
      await guest.post('/api/auth/confirm-email', { token }, { cookie });
      await shop.work();
      const deleted = await guest.post('/api/user/deletion', { password: PASSWORD }, { cookie });
      expect(deleted.statusCode, deleted.body).toBe(204);
    }

    expect(received(email)).toHaveLength(4);
  });

  test('A42 strangers cause fifteen emails an hour to one inbox, by all means together', async () => {
    const email = anEmail();
    for (let time = 0; time < 6; time++) {
      await openTicket(tagged(email, time));
      await subscribe(email);
      await choosePassword(email);
      await choosePassword(tagged(email, time));
      await changeTo(email);
      for (const address of [email, tagged(email, time)]) {
        const cookie = await registerAndAskAgain(address);
        await shop.work();
        await guest.post('/api/user/deletion', { password: PASSWORD }, { cookie });
      }
      await shop.work();
    }

    const inbox = Array.from({ length: 6 }, (_, time) => tagged(email, time)).concat(email);
    expect(inbox.flatMap(received)).toHaveLength(15);
  });

  test('A42 requesting and cancelling the exchange of a gift again and again sends the emails of one', async () => {
    const gift = await aGift(shop);
    const email = anEmail();
    for (let round = 0; round < 4; round++) {
      const requested = await requestExchange(shop, gift, { email });
      expect(requested.statusCode, requested.body).toBe(200);
      const { rows } = await sql.query(`select id from returns where order_id = $1 and status = 'requested'`, [
        gift.orderId,
      ]);
      const url = `/api/orders/${gift.orderId}/returns/${rows[0]?.id}/cancellation`;
      const cancelled = await gift.ada.post(url, undefined, { 'idempotency-key': randomUUID() });
      expect(cancelled.statusCode, cancelled.body).toBe(200);
    }

    expect((await emailsTo(email)).map(({ subject }) => subject)).toEqual([
      'We received your exchange request',
      'Your exchange was cancelled',
    ]);
  });

  test('A42 twenty concurrent requests of all kinds send one email of forms and six links', async () => {
    const email = anEmail();

    const responses = await Promise.all(
      Array.from({ length: 5 }, () => [openTicket(email), register(email), subscribe(email), changeTo(email)]).flat(),
    );

    expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    const sent = (await emailsTo(email)).map(({ kind }) => kind);
    expect(sent.filter((kind) => ['ticket_opened', 'newsletter_confirm'].includes(kind))).toHaveLength(1);
    expect(sent).toHaveLength(7);
  });

  test('to one inbox with different plus tags are counted together', async () => {
    const [name, domain] = anEmail().split('@');
    for (const tag of ['', '+1', '+shop', '+2']) await openTicket(`${name}${tag}@${domain}`);

    const { rows } = await sql.query('select from email_messages where to_email like $1', [`${name}%@${domain}`]);
    expect(rows).toHaveLength(1);
  });

  test('are sent again an hour later', async () => {
    const email = anEmail();
    for (let ticket = 0; ticket < 3; ticket++) await openTicket(email);
    await passAnHour();

    await openTicket(email);

    expect(await emailsTo(email)).toHaveLength(2);
  });

  test('do not count against the customer: all their own tickets are confirmed', async () => {
    const ada = await aShopper();
    for (let ticket = 0; ticket < 3; ticket++) await openTicket(ada.email);

    for (let ticket = 0; ticket < 3; ticket++) await openTicket(ada.email, ada);

    expect(await emailsTo(ada.email)).toHaveLength(4);
  });

  test('about back in stock are delayed for a guest, not lost', async () => {
    const email = anEmail();
    const variants = await Promise.all([1, 2, 3].map(() => aVariant(shop, { quantities: [0] })));
    for (const { variantId } of variants) await guest.post('/api/waitlist', { variantId, email });
    const ids = variants.map(({ variantId }) => variantId);
    await sql.query('update stock set received = 1, available = 1 where variant_id = any ($1)', [ids]);

    for (let hour = 1; hour <= 3; hour++) {
      await notifyBackInStock(shop.db);
      await notifyBackInStock(shop.db);
      expect(await emailsTo(email)).toHaveLength(hour);
      await passAnHour();
    }

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
    expect(rows).toHaveLength(1);
  });

  test('are also limited for a logged-in customer who enters the email address of another person', async () => {
    const [email, mallory] = [anEmail(), await aShopper()];
    for (let ticket = 0; ticket < 5; ticket++) await openTicket(email, mallory);

    expect(await emailsTo(email)).toHaveLength(1);
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
      for (const phrase of ['refund', '499 dollars', '1-800', 'waiting'])
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

  test('A39 ten networks of one IPv6 line register no more accounts than one IP address', async () => {
    const line = aLine();
    const codes: number[] = [];
    for (let i = 0; i < 30; i++) codes.push((await registerFrom(line(i % 10))).statusCode);

    expect(codes).toEqual([...Array(10).fill(201), ...Array(20).fill(429)]);
  });
});
