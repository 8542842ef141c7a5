import {
  confirmNewsletterMessages,
  newsletterMessages,
  unsubscribeMessages,
} from '@shop/contracts/newsletter/messages';
import { afterAll, describe, expect, test } from 'vitest';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';

const server = await aMailServer();
afterAll(server.close);
const { guest, sql, work } = await createTestStore({
  env: { SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' },
});

let emailCount = 0;
const newEmail = () => `subscriber-${++emailCount}@example.com`;
const received = (email: string) => server.messages.filter((message) => message.to?.[0]?.address === email);
const subscribe = (email: string) => guest.post('/api/newsletter', { email });
const confirm = (token: string) => guest.post('/api/newsletter/confirmation', { token });
const unsubscribe = (token: string) => guest.post('/api/newsletter/unsubscription', { token });

/** The token of the link in the latest email to this address. */
async function tokenOf(email: string) {
  await work();
  return /token=([\w-]+)/.exec(received(email).at(-1)?.text ?? '')?.[1] ?? '';
}
const isSubscribed = async (email: string) =>
  (
    await sql.query(
      'select from newsletter_subscribers where email = $1 and confirmed_at is not null and unsubscribed_at is null',
      [email],
    )
  ).rowCount === 1;
async function timePasses(email: string, time: string) {
  await sql.query(
    `update newsletter_subscribers set requested_at = requested_at - $2::interval, confirmed_at = confirmed_at - $2::interval,
            unsubscribed_at = unsubscribed_at - $2::interval where email = $1`,
    [email, time],
  );
  await sql.query('update unsolicited_emails set created_at = created_at - $1::interval', [time]);
}

const stored = async (email: string) =>
  (await sql.query('select email, created_at from newsletter_subscribers where email = $1', [email])).rows;

test('HOME-009 a newsletter signup is stored by the server', async () => {
  const response = await guest.post('/api/newsletter', { email: '  Ada@Example.com ' });

  expect(response.statusCode).toBe(201);
  expect(response.json()).toEqual({ email: 'ada@example.com' });
  expect(await stored('ada@example.com')).toHaveLength(1);
});

test('subscribing twice returns the same response and changes nothing', async () => {
  const first = await guest.post('/api/newsletter', { email: 'twice@example.com' });
  const before = await stored('twice@example.com');
  const second = await guest.post('/api/newsletter', { email: 'TWICE@example.com' });

  expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
  expect(await stored('twice@example.com')).toEqual(before);
});

test.each([
  [{ email: 'not-an-email' }, 'email'],
  [{ email: 7 }, 'email'],
  [{}, 'email'],
  [{ email: 'a@example.com', confirmed: true }, 'confirmed'],
])('subscribing with %o is rejected with a field error', async (body, field) => {
  const response = await guest.post('/api/newsletter', body);

  expect(response.statusCode).toBe(422);
  expect(response.json().errors).toMatchObject([{ field }]);
});

test('an invalid email address gets the error text of the form', async () => {
  const response = await guest.post('/api/newsletter', { email: 'not-an-email' });

  expect(response.json().errors[0].message).toBe(newsletterMessages.invalidEmail);
});

describe('a subscription', () => {
  test('takes effect once the link is followed, and is confirmed by email', async () => {
    const email = newEmail();
    await subscribe(email);
    const token = await tokenOf(email);
    expect(await isSubscribed(email)).toBe(false);

    const response = await confirm(token);
    await work();

    expect([response.statusCode, response.json().message]).toEqual([200, confirmNewsletterMessages.done]);
    expect(await isSubscribed(email)).toBe(true);
    expect(received(email).map(({ subject }) => subject)).toEqual([
      'Confirm your newsletter subscription',
      'Welcome to the Crystalline newsletter',
    ]);
    expect(received(email)[0]?.text).toContain(`https://shop.example.com/newsletter/confirm?token=${token}\n`);
  });

  test('confirmed twice concurrently sends one welcome email', async () => {
    const email = newEmail();
    await subscribe(email);
    const token = await tokenOf(email);

    const responses = await Promise.all([confirm(token), confirm(token)]);
    await work();

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(received(email)).toHaveLength(2);
  });

  test('requested repeatedly sends at most one email an hour', async () => {
    const email = newEmail();
    await Promise.all([subscribe(email), subscribe(email), subscribe(email)]);
    await work();
    expect(received(email)).toHaveLength(1);

    await timePasses(email, '61 minutes');
    await subscribe(email);
    await work();

    expect(received(email)).toHaveLength(2);
  });

  test('that exists already gets the same response, and an email saying so', async () => {
    const [subscriber, newcomer] = [newEmail(), newEmail()];
    await subscribe(subscriber);
    await confirm(await tokenOf(subscriber));
    await timePasses(subscriber, '2 hours');

    const [known, unknown] = [await subscribe(subscriber), await subscribe(newcomer)];
    await work();

    expect([known.statusCode, known.body.replace(subscriber, newcomer)]).toEqual([unknown.statusCode, unknown.body]);
    expect(received(subscriber).at(-1)?.subject).toBe('Welcome to the Crystalline newsletter');
  });

  test('not confirmed within seven days is deleted, and its link is invalid', async () => {
    const [late, subscriber] = [newEmail(), newEmail()];
    await subscribe(late);
    await subscribe(subscriber);
    const token = await tokenOf(late);
    await confirm(await tokenOf(subscriber));
    for (const email of [late, subscriber]) await timePasses(email, '169 hours');

    const response = await confirm(token);
    await sql.query("select graphile_worker.add_job('delete_unconfirmed_subscribers')");
    await work();

    expect([response.statusCode, response.json().message]).toEqual([422, confirmNewsletterMessages.invalid]);
    expect(await stored(late)).toEqual([]);
    expect(await isSubscribed(subscriber)).toBe(true);
  });
});

describe('unsubscribing', () => {
  const aSubscriber = async () => {
    const email = newEmail();
    await subscribe(email);
    await confirm(await tokenOf(email));
    return { email, token: await tokenOf(email) };
  };

  test('takes one click in email clients that support RFC 8058', async () => {
    const { email, token } = await aSubscriber();

    const headers = Object.fromEntries((received(email).at(-1)?.headers ?? []).map(({ key, value }) => [key, value]));
    const url = `https://shop.example.com/newsletter/unsubscribe?token=${token}`;
    expect(headers).toMatchObject({
      'list-unsubscribe': `<${url}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(received(email).at(-1)?.text).toContain(url);

    const responses = [await unsubscribe(token), await unsubscribe(token)];

    expect(await isSubscribed(email)).toBe(false);
    expect(responses.map(({ statusCode, body }) => [statusCode, JSON.parse(body).message])).toEqual([
      [200, unsubscribeMessages.done],
      [200, unsubscribeMessages.done],
    ]);
  });

  test('returns the same response for an unknown link', async () => {
    const response = await unsubscribe(crypto.randomUUID());

    expect([response.statusCode, response.json().message]).toEqual([200, unsubscribeMessages.done]);
  });

  test('invalidates the confirmation link until the address subscribes again', async () => {
    const email = newEmail();
    await subscribe(email);
    const first = await tokenOf(email);
    await confirm(first);
    const token = await tokenOf(email);
    await unsubscribe(token);
    expect((await confirm(first)).statusCode).toBe(422);

    await timePasses(email, '61 minutes');
    await subscribe(email);
    const second = await tokenOf(email);
    // Neither the link used before nor that of an old newsletter subscribes again.
    for (const old of [first, token]) expect((await confirm(old)).statusCode).toBe(422);
    expect(await isSubscribed(email)).toBe(false);

    expect((await confirm(second)).statusCode).toBe(200);
    expect(await isSubscribed(email)).toBe(true);
  });
});
