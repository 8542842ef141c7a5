import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { sql, guest, anAdmin } = await createTestStore();
const cora = await anAdmin({ role: 'content' });
async function subscribe(email: string) {
  await guest.post('/api/newsletter', { email });
  const { rows } = await sql.query(
    `select payload ->> 'token' as token from email_messages where to_email = $1 and kind = 'newsletter_confirm'
      order by id desc limit 1`,
    [email],
  );
  await guest.post('/api/newsletter/confirmation', { token: rows[0].token });
}
const listed = async (query = '') => (await cora.get(`/api/admin/newsletter${query}`)).json();

test('subscribers are listed newest first and found by the start of their email address', async () => {
  await subscribe('first@example.com');
  await subscribe('second@example.com');

  expect((await listed()).slice(0, 2)).toMatchObject([{ email: 'second@example.com' }, { email: 'first@example.com' }]);
  expect(await listed('?q=FIRST@')).toMatchObject([{ email: 'first@example.com' }]);
  expect(await listed('?q=%25')).toEqual([]);
});

test('a removed subscriber is not listed until they subscribe again', async () => {
  await subscribe('wavering@example.com');
  const [{ id }] = await listed('?q=wavering');

  expect((await cora.delete(`/api/admin/newsletter/${id}`)).statusCode).toBe(204);
  expect((await cora.delete(`/api/admin/newsletter/${id}`)).statusCode).toBe(404);
  expect(await listed('?q=wavering')).toEqual([]);
  expect((await cora.get('/api/admin/newsletter/export')).body).not.toContain('wavering');

  // A form sends one email an hour to an address.
  await sql.query("update unsolicited_emails set created_at = created_at - interval '1 hour'");
  await subscribe('wavering@example.com');
  expect(await listed('?q=wavering')).toHaveLength(1);
});

test('the export contains all subscribers as CSV, with formulas escaped', async () => {
  await sql.query(
    `insert into newsletter_subscribers (email, confirmed_at) select 'subscriber-' || n || '@example.com', now() from generate_series(1, 1001) n`,
  );
  await subscribe('=cmd|x@example.com');

  const response = await cora.get('/api/admin/newsletter/export');

  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="newsletter.csv"',
  });
  const lines = response.body.trimEnd().split('\r\n');
  expect(lines[0]).toBe('Email address,Subscribed on');
  expect(lines.filter((line) => line.startsWith('subscriber-'))).toHaveLength(1_001);
  expect(response.body).toContain(`"'=cmd|x@example.com",`);
});
