import { randomUUID } from 'node:crypto';
import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import { MESSAGES_MAX } from '@shop/contracts/support/conversation-schema';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { aShopper, anAdmin, guest, sql, db } = shop;
const sam = await anAdmin({ name: 'Sam Helper', role: 'support' });
const items = [{ variantId: (await aVariant(shop, { quantities: [50] })).variantId, quantity: 1 }];

type Shopper = Awaited<ReturnType<typeof aShopper>>;
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const ask = (customer: Shopper, orderId: string, message = 'Where is it?', key?: string) =>
  customer.post('/api/conversations', { orderId, message }, keyed(key));
const reply = (customer: Shopper, id: string, message: string, key?: string) =>
  customer.post(`/api/conversations/${id}/messages`, { message }, keyed(key));
const answer = (id: string, message: string) => sam.post(`/api/admin/tickets/${id}/messages`, { message }, keyed());

async function aConversation() {
  const ada = await aShopper();
  const { id: orderId } = await anOrder(db, { of: ada, items });
  const { id, number } = (await ask(ada, orderId)).json<{ id: string; number: string }>();
  const read = async () => (await ada.get(`/api/conversations/${id}`)).json();
  return { ada, orderId, id, number, read };
}

test('a question about an order opens a conversation with the name and email address of the account', async () => {
  const { ada, orderId, id, number, read } = await aConversation();

  expect(await read()).toEqual({
    id,
    number,
    subject: texts.subjectOfOrder(orderId.slice(-8)),
    status: 'open',
    order: { id: orderId, number: orderId.slice(-8) },
    createdAt: expect.any(String),
    messages: [{ id: expect.any(String), fromStaff: false, body: 'Where is it?', createdAt: expect.any(String) }],
  });
  const { rows } = await sql.query('select name, email, user_id from support_tickets where id = $1', [id]);
  expect(rows).toEqual([{ name: 'Ada Lovelace', email: ada.email, user_id: ada.id }]);
});

test('a conversation goes both ways: reply, unread mark, notification, answer on the page', async () => {
  const { ada, orderId, id, number, read } = await aConversation();
  const unread = async () => (await ada.get('/api/conversations/unread')).json();
  expect(await unread()).toEqual({ unread: 0 });

  await answer(id, 'It ships today.');

  expect(await unread()).toEqual({ unread: 1 });
  expect((await ada.get('/api/conversations')).json()).toMatchObject([
    { id, status: 'answered', unread: true, lastMessage: { fromStaff: true, excerpt: 'It ships today.' } },
  ]);
  expect((await ada.get('/api/notifications')).json().items[0]).toMatchObject({
    type: 'other',
    title: texts.notificationTitle,
    message: texts.notification(number),
    link: `/account/messages/${id}`,
  });

  expect((await ada.post(`/api/conversations/${id}/read`)).json()).toEqual({ unread: 0 });
  expect((await ada.get('/api/conversations')).json()).toMatchObject([{ id, unread: false }]);

  expect((await reply(ada, id, 'Thank you!')).json()).toEqual({ status: 'open' });
  expect(await read()).toMatchObject({
    status: 'open',
    messages: [{ body: 'Where is it?' }, { fromStaff: true, body: 'It ships today.' }, { body: 'Thank you!' }],
  });
  expect((await sam.get(`/api/admin/tickets/${id}`)).json().messages).toHaveLength(3);
  expect((await ada.get(`/api/orders/${orderId}/messages`)).json()).toMatchObject([
    { conversationId: id, fromStaff: false, excerpt: 'Thank you!' },
    { conversationId: id, fromStaff: true, excerpt: 'It ships today.' },
    { conversationId: id, fromStaff: false, excerpt: 'Where is it?' },
  ]);
});

test('a customer sees no name of a staff member', async () => {
  const { id, ada } = await aConversation();
  await answer(id, 'It ships today.');

  expect((await ada.get(`/api/conversations/${id}`)).body).not.toContain('Sam Helper');
});

test('a message of the customer reopens a closed conversation', async () => {
  const { ada, id, read } = await aConversation();
  await sam.put(`/api/admin/tickets/${id}/status`, { status: 'closed' });
  expect(await read()).toMatchObject({ status: 'closed' });

  await reply(ada, id, 'One more question.');

  expect(await read()).toMatchObject({ status: 'open' });
});

test('a question and a message sent twice with one key are stored once', async () => {
  const ada = await aShopper();
  const { id: orderId } = await anOrder(db, { of: ada, items });

  const opened = await Promise.all([ask(ada, orderId, 'Twice?', 'one'), ask(ada, orderId, 'Twice?', 'one')]);
  const [{ id }] = opened.map((response) => response.json()) as [{ id: string }];
  await Promise.all([reply(ada, id, 'Hello?', 'two'), reply(ada, id, 'Hello?', 'two')]);

  expect(new Set(opened.map((response) => response.json().id)).size).toBe(1);
  expect((await ada.get('/api/conversations')).json()).toHaveLength(1);
  expect((await ada.get(`/api/conversations/${id}`)).json().messages).toHaveLength(2);
});

test('a ticket of the contact form is a conversation of its customer', async () => {
  const ada = await aShopper();
  const input = { name: 'Ada', email: ada.email, subject: 'A ring', message: 'In platinum?' };

  const { id, number } = (await ada.post('/api/support/tickets', input)).json();

  expect((await ada.get('/api/conversations')).json()).toMatchObject([{ id, number, subject: 'A ring', order: null }]);
});

test('a ticket of a guest is a conversation of the account that has verified its email address', async () => {
  const email = `guest-${randomUUID()}@example.com`;
  const { id } = (
    await guest.post('/api/support/tickets', { name: 'Ada', email, subject: 'A ring', message: 'In platinum?' })
  ).json();
  expect(id).toBeUndefined();
  const ada = await aShopper({ email });
  const listed = async () => (await ada.get('/api/conversations')).json();

  await sql.query('update users set email_verified = false where id = $1', [ada.id]);
  expect(await listed()).toEqual([]);
  await sql.query('update users set email_verified = true where id = $1', [ada.id]);
  expect(await listed()).toMatchObject([{ subject: 'A ring' }]);
});

describe('a stranger', () => {
  test('can neither read nor write a conversation, nor ask about an order', async () => {
    const { id, orderId, read } = await aConversation();
    const eve = await aShopper();

    const responses = [
      await eve.get(`/api/conversations/${id}`),
      await reply(eve, id, 'Send it to me.'),
      await eve.post(`/api/conversations/${id}/read`),
      await ask(eve, orderId),
    ];

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect((await eve.get('/api/conversations')).json()).toEqual([]);
    expect((await eve.get(`/api/orders/${orderId}/messages`)).json()).toEqual([]);
    expect((await read()).messages).toHaveLength(1);
  });

  test('is asked to log in without a session', async () => {
    const { id, orderId } = await aConversation();

    for (const url of ['/api/conversations', `/api/conversations/${id}`, `/api/orders/${orderId}/messages`])
      expect((await guest.get(url)).statusCode).toBe(401);
    expect((await guest.post(`/api/conversations/${id}/messages`, { message: 'x' }, keyed())).statusCode).toBe(401);
  });

  test('does not mark the replies of another customer as read', async () => {
    const { ada, id } = await aConversation();
    await answer(id, 'It ships today.');

    await (await aShopper()).post(`/api/conversations/${id}/read`);

    expect((await ada.get('/api/conversations/unread')).json()).toEqual({ unread: 1 });
  });
});

test('a conversation accepts no more messages of the customer than its limit', async () => {
  const { ada, id } = await aConversation();
  await sql.query(
    `insert into support_messages (ticket_id, from_staff, body) select $1, true, 'x' from generate_series(2, $2)`,
    [id, MESSAGES_MAX],
  );

  const response = await reply(ada, id, 'Another one.');

  expect([response.statusCode, response.json().code]).toEqual([409, 'conversation_full']);
});

test('older conversations are on the next page', async () => {
  const ada = await aShopper();
  await sql.query(
    `with t as (insert into support_tickets (user_id, name, email, subject)
                select $1, 'Ada', $2, 'Number ' || n from generate_series(1, 21) n returning id)
     insert into support_messages (ticket_id, from_staff, body) select id, false, 'x' from t`,
    [ada.id, ada.email],
  );

  const first = await ada.get('/api/conversations');
  const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];

  expect(first.json()).toHaveLength(20);
  expect((await ada.get(next)).json()).toHaveLength(1);
});

test.each(['', ' ', 'x'.repeat(5_001)])('%j is rejected as a message', async (message) => {
  const { ada, id } = await aConversation();

  expect((await reply(ada, id, message)).statusCode).toBe(422);
});
