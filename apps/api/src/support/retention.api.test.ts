import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { sql, work } = await createTestStore();

/** The id that a row of this age has: ids start with their time. */
const ID_OF_AGE = `(lpad(to_hex((extract(epoch from now() - $1::interval) * 1000)::bigint), 12, '0')
                    || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid`;

async function aTicket(age: string, status: string, messageAges: string[]) {
  const { rows } = await sql.query<{ id: string }>(
    `insert into support_tickets (id, name, email, subject, status)
     values (${ID_OF_AGE}, 'Ada', 'ada@example.com', 'A ring', $2) returning id`,
    [age, status],
  );
  const id = rows[0]?.id ?? '';
  for (const messageAge of messageAges)
    await sql.query(
      `insert into support_messages (id, ticket_id, from_staff, body) values (${ID_OF_AGE}, $2, false, 'Where is it?')`,
      [messageAge, id],
    );
  return id;
}

test('tickets are deleted with their messages 2 years after the last message, in any status', async () => {
  const old = [
    await aTicket('25 months', 'closed', ['25 months', '24 months 1 day']),
    await aTicket('25 months', 'answered', ['25 months']),
    await aTicket('30 months', 'open', ['30 months']),
    await aTicket('30 months', 'closed', []),
  ];
  const recent = [
    await aTicket('25 months', 'closed', ['25 months', '23 months']),
    await aTicket('23 months', 'closed', ['23 months']),
    await aTicket('1 day', 'open', ['1 day']),
  ];

  await sql.query("select graphile_worker.add_job('delete_old_tickets')");
  await work();

  const remaining = async (table: string, column: string) => {
    const { rows } = await sql.query<{ id: string }>(
      `select distinct ${column} as id from ${table} where ${column} = any ($1)`,
      [[...old, ...recent]],
    );
    return new Set(rows.map(({ id }) => id));
  };
  expect(await remaining('support_tickets', 'id')).toEqual(new Set(recent));
  expect(await remaining('support_messages', 'ticket_id')).toEqual(new Set(recent));
});
