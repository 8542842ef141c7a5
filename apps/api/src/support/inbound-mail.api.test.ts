import { randomUUID } from 'node:crypto';
import { conversationMessages } from '@shop/contracts/support/conversation-messages';
import { afterAll, describe, expect, test } from 'vitest';
import { replyAddress } from '#mail/reply-address.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';

const SECRET = 'a secret of the relay in this test, and of nothing else';
const ADDRESS = 'support@in.example.com';
const server = await aMailServer();
afterAll(server.close);
const shop = await createTestStore({
  env: { SMTP_URL: server.url, INBOUND_MAIL_ADDRESS: ADDRESS, INBOUND_MAIL_SECRET: SECRET },
});
const { aShopper, anAdmin, guest, sql, db, config, work } = shop;
const sam = await anAdmin({ role: 'support' });
const items = [{ variantId: (await aVariant(shop, { quantities: [50] })).variantId, quantity: 1 }];

const keyed = () => ({ 'idempotency-key': randomUUID() });
const withSecret = (secret: string) => ({ 'x-inbound-secret': secret });
const deliver = (email: object, secret = SECRET) => guest.post('/api/inbound-mail', email, withSecret(secret));
const anEmail = (to: string, from: string, more: object = {}) => ({
  from,
  to,
  messageId: `<${randomUUID()}@mail.example.com>`,
  dmarc: 'pass',
  text: 'Yes, please.\n\nOn Tue, Nov 17, 2026, Crystalline <shop@example.com> wrote:\n> Shall we?',
  ...more,
});
const bodies = async (ticketId: string) => {
  const { rows } = await sql.query<{ body: string }>(
    'select body from support_messages where ticket_id = $1 order by id',
    [ticketId],
  );
  return rows.map(({ body }) => body);
};

async function aConversation() {
  const ada = await aShopper();
  const { id: orderId } = await anOrder(db, { of: ada, items });
  const opened = await ada.post('/api/conversations', { orderId, message: 'Where is it?' }, keyed());
  const { id } = opened.json<{ id: string }>();
  await sam.post(`/api/admin/tickets/${id}/messages`, { message: 'Shall we?' }, keyed());
  return { ada, id, address: replyAddress(ADDRESS, id, config.authSecret) };
}

test('an answered ticket is emailed with a reply address, and the reply to it is a message of the customer', async () => {
  const { ada, id } = await aConversation();
  await work();
  const email = (await server.waitFor(ada.email)).find(({ text }) => text?.includes('Shall we?'));
  const replyTo = email?.replyTo?.[0]?.address ?? '';
  expect(replyTo).toMatch(/^support\+[0-9a-f]{52}@in\.example\.com$/);
  expect(email?.text).toContain(`/account/messages/${id}`);
  expect(email?.text).toContain('reply to this email');

  const response = await deliver(anEmail(`Crystalline <${replyTo}>`, `Ada <${ada.email.toUpperCase()}>`));

  expect(response.json()).toEqual({ received: true, stored: true });
  expect(await bodies(id)).toEqual(['Where is it?', 'Shall we?', 'Yes, please.']);
  expect((await ada.get(`/api/conversations/${id}`)).json()).toMatchObject({ status: 'open' });
  expect((await ada.get('/api/conversations/unread')).json()).toEqual({ unread: 0 });
});

test('an email that is delivered repeatedly is stored once, even concurrently', async () => {
  const { ada, id, address } = await aConversation();
  const email = anEmail(address, ada.email);

  const responses = await Promise.all([deliver(email), deliver(email), deliver(email)]);
  const later = await deliver({ ...email, text: 'Changed.' });

  expect([...responses, later].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect([...responses, later].filter((response) => response.json().stored)).toHaveLength(1);
  expect(await bodies(id)).toHaveLength(3);
});

test('a guest replies by email as well', async () => {
  const email = `guest-${randomUUID()}@example.com`;
  const input = { name: 'Ada', email, subject: 'A ring', message: 'In platinum?' };
  const { number } = (await guest.post('/api/support/tickets', input)).json();
  const { rows } = await sql.query('select id from support_tickets where number = $1', [number]);

  const response = await deliver(anEmail(replyAddress(ADDRESS, rows[0].id, config.authSecret), email));

  expect(response.json()).toMatchObject({ stored: true });
  expect(await bodies(rows[0].id)).toEqual(['In platinum?', 'Yes, please.']);
});

describe('rejected emails', () => {
  const lastCharacter = (address: string) => address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));

  test('a forged reply address, one of another ticket and one without a token store nothing', async () => {
    const [mine, theirs] = [await aConversation(), await aConversation()];
    const forged = [lastCharacter(mine.address), theirs.address, ADDRESS, 'support+@in.example.com', ''];

    for (const to of forged) {
      const response = await deliver(anEmail(to, mine.ada.email));
      expect([to, response.statusCode, response.json().code]).toEqual([to, 403, 'sender_rejected']);
    }
    expect([await bodies(mine.id), await bodies(theirs.id)].map(({ length }) => length)).toEqual([2, 2]);
  });

  test('another sender and a sender in the display name store nothing', async () => {
    const { ada, id, address } = await aConversation();

    for (const from of ['eve@example.com', `"${ada.email}" <eve@example.com>`, ''])
      expect((await deliver(anEmail(address, from))).statusCode).toBe(403);
    expect(await bodies(id)).toHaveLength(2);
  });

  test('an email address that the account has not verified stores nothing, and gets no reply address', async () => {
    const { ada, id, address } = await aConversation();
    await sql.query('update users set email_verified = false where id = $1', [ada.id]);
    await work();

    expect((await deliver(anEmail(address, ada.email))).statusCode).toBe(403);
    const email = (await server.waitFor(ada.email)).find(({ text }) => text?.includes('Shall we?'));
    expect(email?.replyTo).toBeUndefined();
    expect(email?.text).toContain('Please answer on this page.');
    expect(await bodies(id)).toHaveLength(2);
  });

  test.each(['', 'wrong', `${SECRET} `, SECRET.slice(1)])('the secret %j is rejected', async (secret) => {
    const { ada, id, address } = await aConversation();

    const response = await deliver(anEmail(address, ada.email), secret);

    expect([response.statusCode, response.json().code]).toEqual([401, 'secret_invalid']);
    expect(await bodies(id)).toHaveLength(2);
  });

  test('an automatic response and an email without new text are received, but not stored', async () => {
    const { ada, id, address } = await aConversation();

    for (const more of [{ autoSubmitted: 'auto-replied' }, { text: '> Shall we?' }])
      expect((await deliver(anEmail(address, ada.email, more))).json()).toEqual({ received: true, stored: false });
    expect(await bodies(id)).toHaveLength(2);
  });

  test.each([
    [{ messageId: '' }, 422],
    [{ messageId: undefined }, 422],
    [{ text: 5 }, 422],
    [{ text: 'x'.repeat(200_001) }, 422],
    [{ text: 'x'.repeat(600_000) }, 413],
  ])('an email with invalid fields or an oversized body is rejected', async (wrong, status) => {
    const { ada, address } = await aConversation();

    expect((await deliver(anEmail(address, ada.email, wrong))).statusCode).toBe(status);
  });
});

test('a long email is stored up to the limit of a message', async () => {
  const { ada, id, address } = await aConversation();

  await deliver(anEmail(address, ada.email, { text: 'x'.repeat(20_000) }));

  expect((await bodies(id)).at(-1)).toHaveLength(5_000);
});

test('a store without an inbound address receives no email', async () => {
  const closed = await createTestStore({ env: { SMTP_URL: server.url } });

  const response = await closed.guest.post(
    '/api/inbound-mail',
    anEmail(ADDRESS, 'ada@example.com'),
    withSecret(SECRET),
  );

  expect([response.statusCode, response.json().code]).toEqual([401, 'secret_invalid']);
});

test.each([undefined, 'fail', 'none', 'passed by the sender'])(
  'an email whose relay says %s about its sender is marked',
  async (dmarc) => {
    const { ada, id, address } = await aConversation();

    const response = await deliver(anEmail(address, ada.email, { dmarc }));

    expect(response.json()).toEqual({ received: true, stored: true });
    expect((await bodies(id)).at(-1)).toBe(`${conversationMessages.senderNotVerified}\n\nYes, please.`);
  },
);
