import { undoEmailMessages } from '@shop/contracts/identity/auth-messages';
import { afterAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#test/builders/account.ts';
import type { TestStore } from '#test/harness.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';
import { createAdmin } from './create-admin.ts';

const server = await aMailServer();
afterAll(server.close);
const { aShopper, guest, sql, db, work } = await createTestStore({ env: { SMTP_URL: server.url } });
type Shopper = Awaited<ReturnType<TestStore['aShopper']>>;

let emailCount = 0;
const newEmail = () => `undo-${++emailCount}@example.com`;

/** The token of the latest email to this address whose link leads to this page. */
async function tokenSentTo(email: string, page: string) {
  await work();
  const links = (await server.waitFor(email)).flatMap(({ text }) => text?.match(/http\S+token=\S+/) ?? []);
  const link = links.findLast((url) => new URL(url).pathname === page);
  return new URL(link ?? 'none:').searchParams.get('token') ?? '';
}

async function changeEmail(customer: Shopper, email: string) {
  const change = { name: 'Ada Lovelace', email, phone: null, currentPassword: PASSWORD };
  expect((await customer.patch('/api/user/me', change)).statusCode).toBe(200);
  const confirmed = await guest.post('/api/auth/confirm-email', {
    token: await tokenSentTo(email, '/confirm-email'),
    password: PASSWORD,
  });
  expect(confirmed.statusCode).toBe(200);
}
/** An account whose email address was changed from `email` to `stolen`, and the undo link sent to its owner. */
async function anAccountWithChangedEmail() {
  const [email, stolen] = [newEmail(), newEmail()];
  const ada = await aShopper({ email, password: PASSWORD });
  await changeEmail(ada, stolen);
  return { ada, email, stolen, token: await tokenSentTo(email, '/undo-email-change') };
}
const undo = (token: string) => guest.post('/api/auth/undo-email-change', { token });
const login = (email: string, password: string) => guest.post('/api/auth/login', { email, password });
const stored = async (id: string) =>
  (await sql.query('select email, email_verified as verified from users where id = $1', [id])).rows[0];

describe('the undo link of an email change', () => {
  test('restores the old address, invalidates the password and sends a reset link', async () => {
    const { ada, email, stolen, token } = await anAccountWithChangedEmail();
    await guest.post('/api/auth/forgot-password', { email: stolen });
    const thiefsReset = await tokenSentTo(stolen, '/reset-password');

    const undone = await undo(token);

    expect([undone.statusCode, undone.json()]).toEqual([200, { message: undoEmailMessages.done }]);
    expect(await stored(ada.id)).toEqual({ email, verified: true });
    expect((await ada.get('/api/user/me')).statusCode).toBe(401);
    for (const address of [email, stolen]) expect((await login(address, PASSWORD)).statusCode).toBe(401);
    const password = 'only its owner has this';
    const late = await guest.post('/api/auth/reset-password', { token: thiefsReset, password });
    expect(late.statusCode).toBe(422);

    const reset = { token: await tokenSentTo(email, '/reset-password'), password };
    expect((await guest.post('/api/auth/reset-password', reset)).statusCode).toBe(200);
    expect((await login(email, password)).json().user).toMatchObject({ id: ada.id, email });
    const subjects = (await server.waitFor(stolen)).map(({ subject }) => subject);
    expect(subjects).toContain('Your email address change was undone');
  });

  test('works once, even when used concurrently', async () => {
    const { ada, email, token } = await anAccountWithChangedEmail();

    const responses = await Promise.all([undo(token), undo(token), undo(token)]);

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422]);
    const again = await undo(token);
    expect([again.statusCode, again.json().code, again.json().message]).toEqual([
      422,
      'invalid_link',
      undoEmailMessages.invalid,
    ]);
    expect(await stored(ada.id)).toEqual({ email, verified: true });
  });

  test('works for seven days by the database clock, and is stored as a hash', async () => {
    const { ada, token, stolen } = await anAccountWithChangedEmail();
    const { rows } = await sql.query(
      `select expires_at - created_at = interval '7 days' as week, u::text as row
         from email_change_undos u where user_id = $1`,
      [ada.id],
    );
    await sql.query('update email_change_undos set expires_at = now() where user_id = $1', [ada.id]);

    expect(rows).toEqual([{ week: true, row: expect.not.stringContaining(token.split('.')[1] ?? '') }]);
    expect((await undo(token)).statusCode).toBe(422);
    expect((await stored(ada.id)).email).toBe(stolen);
  });

  test('works after further changes, and invalidates the links of those', async () => {
    const { ada, email, stolen, token } = await anAccountWithChangedEmail();
    const third = newEmail();
    await changeEmail(ada, third);
    const thiefsUndo = await tokenSentTo(stolen, '/undo-email-change');

    expect((await undo(token)).statusCode).toBe(200);
    expect((await stored(ada.id)).email).toBe(email);
    expect((await undo(thiefsUndo)).statusCode).toBe(422);
    expect((await stored(ada.id)).email).toBe(email);
  });

  test('stays valid when a later change is undone', async () => {
    const { ada, email, stolen, token } = await anAccountWithChangedEmail();
    await changeEmail(ada, newEmail());

    expect((await undo(await tokenSentTo(stolen, '/undo-email-change'))).statusCode).toBe(200);
    expect((await stored(ada.id)).email).toBe(stolen);
    expect((await undo(token)).statusCode).toBe(200);
    expect((await stored(ada.id)).email).toBe(email);
  });

  test('reserves the old address against registration and use by other accounts while it is valid', async () => {
    const { ada, email, token } = await anAccountWithChangedEmail();
    const registration = { name: 'Mallory', email, password: PASSWORD };
    const taken = await guest.post('/api/auth/register', registration);
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'email_exists']);
    const mallory = await aShopper({ password: PASSWORD });
    const change = { name: 'Mallory', email, phone: null, currentPassword: PASSWORD };
    expect((await mallory.patch('/api/user/me', change)).statusCode).toBe(200);
    expect(await tokenSentTo(email, '/confirm-email')).toBe('');

    expect((await undo(token)).statusCode).toBe(200);
    expect((await stored(ada.id)).email).toBe(email);
  });

  test('changes nothing if the old address has another account', async () => {
    const { ada, email, stolen, token } = await anAccountWithChangedEmail();
    await createAdmin(db, { name: 'Grace', email, password: 'a password of an admin' });

    const response = await undo(token);

    expect([response.statusCode, response.json().code, response.json().message]).toEqual([
      409,
      'email_taken',
      undoEmailMessages.taken,
    ]);
    expect((await stored(ada.id)).email).toBe(stolen);
    expect((await sql.query('select from users where email = $1', [email])).rows).toHaveLength(1);
  });

  test('does nothing for a deleted account, and its stored address is deleted', async () => {
    const { ada, email, token } = await anAccountWithChangedEmail();
    expect((await ada.post('/api/user/deletion', { password: PASSWORD })).statusCode).toBe(204);

    expect((await undo(token)).statusCode).toBe(422);
    const { rows } = await sql.query('select from email_change_undos where user_id = $1', [ada.id]);
    expect(rows).toEqual([]);
    expect((await sql.query('select from users where email = $1', [email])).rows).toEqual([]);
  });

  test.each([
    ['after the change', '0 days', false],
    ['six days before it', '6 days', false],
    ['eight days before it', '8 days', true],
  ])('keeps two-factor authentication set up %s (%s ago): %s', async (_when, ago, isRetained) => {
    const { ada, token } = await anAccountWithChangedEmail();
    await sql.query(
      `with owner as (update users set two_factor_enabled = true where id = $1 returning id)
       insert into two_factors (id, user_id, secret, backup_codes)
       select overlay(uuid_v7()::text placing regexp_replace(lpad(to_hex(
                (extract(epoch from now() - $2::interval) * 1000)::bigint), 12, '0'), '^(.{8})', '\\1-') from 1 for 13)::uuid,
              id, '', '' from owner`,
      [ada.id, ago],
    );

    await undo(token);

    const { rows } = await sql.query(
      `select two_factor_enabled as enabled, exists (select from two_factors where user_id = $1) as secret
         from users where id = $1`,
      [ada.id],
    );
    expect(rows).toEqual([{ enabled: isRetained, secret: isRetained }]);
  });

  test('is not created for an unconfirmed address, and nothing is sent there', async () => {
    const [email, next] = [newEmail(), newEmail()];
    const ada = await aShopper({ email, password: PASSWORD, emailVerified: false });

    await changeEmail(ada, next);

    expect(await stored(ada.id)).toEqual({ email: next, verified: true });
    expect((await sql.query('select from email_messages where to_email = $1', [email])).rows).toEqual([]);
    expect((await sql.query('select from email_change_undos where user_id = $1', [ada.id])).rows).toEqual([]);
  });

  test.each(['', 'x', 'no-id.secret', '01890000-0000-7000-8000-000000000000.secret'])(
    'is rejected if it is malformed or unknown: %j',
    async (token) => {
      expect((await undo(token)).statusCode).toBe(422);
    },
  );
});
