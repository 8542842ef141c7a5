import { supportMessages } from '@shop/contracts/support/messages';
import { afterAll, describe, expect, test } from 'vitest';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';

const server = await aMailServer();
afterAll(server.close);
const { guest, aShopper, sql, work } = await createTestStore({ env: { SMTP_URL: server.url } });

const ticketInput = (more: Record<string, unknown> = {}) => ({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A ring',
  message: 'Does it come in platinum?',
  ...more,
});
const open = (body: object, from = guest) => from.post('/api/support/tickets', body);

async function stored(number: string) {
  const { rows } = await sql.query(
    `select t.name, t.email, t.subject, t.status, t.user_id, o.number as order_number, m.body, m.from_staff, m.author_user_id
       from support_tickets t join support_messages m on m.ticket_id = t.id left join orders o on o.id = t.order_id
      where t.number = $1`,
    [number],
  );
  return rows;
}

describe('a support request', () => {
  test('RTE-011 opens a ticket with its message', async () => {
    const response = await open(ticketInput({ email: '  Ada@Example.com ', subject: ' First ' }));

    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ number: expect.stringMatching(/^[0-9a-f]{8}$/) });
    expect(await stored(response.json().number)).toEqual([
      {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        subject: 'First',
        status: 'open',
        user_id: null,
        order_number: null,
        body: 'Does it come in platinum?',
        from_staff: false,
        author_user_id: null,
      },
    ]);
  });

  test('is stored with the account of a logged-in customer', async () => {
    const ada = await aShopper();

    const { number } = (await open(ticketInput({ subject: 'Mine' }), ada)).json();

    expect(await stored(number)).toMatchObject([{ user_id: ada.id, author_user_id: ada.id }]);
  });

  test('about an order is linked to it if order number and email address match', async () => {
    const { number } = (await open(ticketInput({ orderNumber: ' #7C41E2B9' }))).json();

    expect(await stored(number)).toMatchObject([
      { order_number: '7c41e2b9', body: expect.stringContaining(supportMessages.aboutOrder('7c41e2b9')) },
    ]);
  });

  test("about another customer's order is accepted, but not linked to the order", async () => {
    const foreign = await open(ticketInput({ email: 'eve@example.com', orderNumber: '7c41e2b9' }));
    const unknown = await open(ticketInput({ email: 'eve@example.com', orderNumber: '00000000' }));

    expect([foreign.statusCode, unknown.statusCode]).toEqual([201, 201]);
    expect(await stored(foreign.json().number)).toMatchObject([
      { order_number: null, body: expect.stringContaining(supportMessages.aboutOrder('7c41e2b9')) },
    ]);
  });

  test('sent again within minutes is the same ticket, even concurrently', async () => {
    const twice = ticketInput({ email: 'twice@example.com' });

    const responses = await Promise.all([open(twice), open(twice), open({ ...twice, email: 'TWICE@example.com' })]);
    const later = await open(twice);

    const numbers = [...responses, later].map((response) => response.json().number);
    expect(new Set(numbers).size).toBe(1);
    expect(await stored(numbers[0])).toHaveLength(1);
  });

  test('is confirmed by email once for each ticket', async () => {
    const input = ticketInput({ email: 'mailed@example.com', subject: 'A ring for Ada' });

    const { number } = (await open(input)).json();
    await open(input);
    await work();
    await open(input);
    await work();

    const messages = await server.waitFor('mailed@example.com');
    expect(messages).toHaveLength(1);
    expect(messages[0]?.subject).toContain(number);
    // The sender may have entered another person's address: their text is not sent there.
    expect(messages[0]?.text).not.toContain('Ada');
  });

  test('with another message, from another address, or much later is another ticket', async () => {
    const first = (await open(ticketInput({ email: 'again@example.com' }))).json().number;
    const otherMessage = (await open(ticketInput({ email: 'again@example.com', message: 'And in gold?' }))).json()
      .number;
    const otherEmail = (await open(ticketInput({ email: 'other@example.com' }))).json().number;
    // Ids are time-ordered (UUIDv7): this ticket was opened an hour ago.
    await sql.query(
      `with old as (insert into support_tickets (id, name, email, subject)
                    select (lpad(to_hex((extract(epoch from now() - interval '1 hour') * 1000)::bigint), 12, '0')
                            || '7000800000000000abcd')::uuid, 'Ada', 'late@example.com', 'A ring' returning id)
       insert into support_messages (ticket_id, from_staff, body) select id, false, 'Does it come in platinum?' from old`,
    );
    const late = (await open(ticketInput({ email: 'late@example.com' }))).json().number;

    expect(new Set([first, otherMessage, otherEmail, late, '0000abcd']).size).toBe(5);
  });
});

describe('malformed support requests', () => {
  test.each([
    [{ name: '' }, 'name', supportMessages.nameMissing],
    [{ name: '   ' }, 'name', supportMessages.nameMissing],
    [{ name: 'x'.repeat(201) }, 'name', supportMessages.nameTooLong],
    [{ email: 'ada' }, 'email', supportMessages.invalidEmail],
    [{ email: undefined }, 'email', supportMessages.invalidEmail],
    [{ subject: ' ' }, 'subject', supportMessages.subjectMissing],
    [{ message: '' }, 'message', supportMessages.messageMissing],
    [{ message: 'x'.repeat(5_001) }, 'message', supportMessages.messageTooLong],
    [{ message: { $ne: '' } }, 'message', supportMessages.messageMissing],
    [{ status: 'closed' }, 'status', expect.any(String)],
    [{ userId: '0' }, 'userId', expect.any(String)],
  ])('%j is rejected with a field error', async (wrong, field, message) => {
    const response = await open(ticketInput(wrong));

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field, message }]);
  });

  test.each([
    ['a NUL character', ticketInput({ message: 'a\u0000b' }), 422],
    ['a lone surrogate', ticketInput({ message: 'a\ud800b', email: 'half@example.com' }), 201],
    ['SQL', ticketInput({ subject: "'; drop table support_tickets; --" }), 201],
    ['an oversized body', ticketInput({ message: 'x'.repeat(70_000) }), 413],
    ['a list', [ticketInput()], 422],
  ])('%s is handled without a server error', async (_what, body, status) => {
    expect((await open(body)).statusCode).toBe(status);
  });
});
