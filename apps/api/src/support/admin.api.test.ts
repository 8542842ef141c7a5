import { randomUUID } from 'node:crypto';
import { adminTicketMessages as texts } from '@shop/contracts/support/admin-messages';
import { afterAll, describe, expect, test } from 'vitest';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';

const server = await aMailServer();
afterAll(server.close);
const { sql, guest, anAdmin, work } = await createTestStore({ env: { SMTP_URL: server.url } });
const sam = await anAdmin({ name: 'Sam Helper', role: 'support' });

let emailCount = 0;
async function aTicket() {
  const email = `customer-${++emailCount}@example.com`;
  const input = { name: 'Ada', email, subject: 'A ring', message: 'Does it come in platinum?' };
  const { number } = (await guest.post('/api/support/tickets', input)).json();
  const { rows } = await sql.query('select id from support_tickets where number = $1', [number]);
  const path = `/api/admin/tickets/${rows[0].id}`;
  return {
    id: rows[0].id as string,
    number,
    email,
    read: async () => (await sam.get(path)).json(),
    reply: (message: string, key: string = randomUUID()) =>
      sam.post(`${path}/messages`, { message }, { 'idempotency-key': key }),
    set: (status: string) => sam.put(`${path}/status`, { status }),
  };
}
const listed = async (query = '') =>
  (await sam.get(`/api/admin/tickets${query}`)).json().map(({ number }: { number: string }) => number);

test('AOTH-003 a ticket is read, replied to by email, and closed', async () => {
  const ticket = await aTicket();
  expect(await listed()).toContain(ticket.number);

  const response = await ticket.reply('It does.\n\nShall we make one for you?');
  await work();

  expect(response.json()).toEqual({ status: 'answered' });
  expect(await ticket.read()).toMatchObject({
    status: 'answered',
    messages: [
      { fromStaff: false, body: 'Does it come in platinum?' },
      { fromStaff: true, author: 'Sam Helper', body: 'It does.\n\nShall we make one for you?' },
    ],
  });
  const messages = await server.waitFor(ticket.email);
  const message = messages.find(({ subject }) => subject?.includes('replied'));
  expect(message?.subject).toContain(ticket.number);
  expect(message?.text).toContain('Shall we make one for you?');

  await ticket.set('closed');
  expect(await ticket.read()).toMatchObject({ status: 'closed' });
  expect(await listed()).not.toContain(ticket.number);
  expect(await listed('?status=closed')).toContain(ticket.number);
});

test('tickets sorted by date start with the oldest one', async () => {
  const [older, newer] = [await aTicket(), await aTicket()];
  await Promise.all([older, newer].map(({ set }) => set('closed')));

  expect((await listed('?status=closed')).slice(0, 2)).toEqual([newer.number, older.number]);
  expect((await listed('?status=closed&sort=date')).slice(-2)).toEqual([older.number, newer.number]);
});

test('a reply sent twice with one idempotency key is one reply and one email', async () => {
  const ticket = await aTicket();

  await Promise.all([ticket.reply('It does.', 'once'), ticket.reply('It does.', 'once')]);
  await work();

  expect((await ticket.read()).messages).toHaveLength(2);
  const { rowCount } = await sql.query(`select from email_messages where to_email = $1 and kind = 'ticket_answered'`, [
    ticket.email,
  ]);
  expect(rowCount).toBe(1);
});

test('a ticket is found by its number and by the email address of its sender', async () => {
  const ticket = await aTicket();

  expect(await listed(`?q=${ticket.number.toUpperCase()}&status=all`)).toEqual([ticket.number]);
  expect(await listed(`?q=${ticket.email}`)).toEqual([ticket.number]);
});

describe('invalid input', () => {
  test.each([
    [' ', texts.replyMissing],
    ['x'.repeat(5_001), texts.replyTooLong],
  ])('%j is rejected as a reply with a field error', async (message, expected) => {
    const ticket = await aTicket();

    const response = await ticket.reply(message);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field: 'message', message: expected }]);
    expect((await ticket.read()).messages).toHaveLength(1);
  });

  test.each(['half a word', 'a%b', "' or 1=1"])('%s is rejected as a search', async (q) => {
    expect((await sam.get(`/api/admin/tickets?q=${encodeURIComponent(q)}`)).json().errors).toEqual([
      { field: 'q', message: texts.badSearch },
    ]);
  });
});
