import { randomUUID } from 'node:crypto';
import { can, type Permission } from '@shop/contracts/common/permissions';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { invitationMessages as texts } from '@shop/contracts/identity/staff-messages';
import { describe, expect, test } from 'vitest';
import { anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { createTestStore } from '#test/test-store.ts';

const { anAdmin, aShopper, guest, sql } = await createTestStore();
const olive = await anAdmin({ name: 'Olive Owner', role: 'owner', password: PASSWORD });

/** Invites by email, and returns the token of the link. */
async function invited(email: string, role = 'packer', by = olive) {
  const invitation = { email, role, password: PASSWORD };
  const response = await by.post('/api/admin/staff/invitations', invitation, { 'idempotency-key': randomUUID() });
  expect(response.statusCode, response.body).toBe(200);
  const { rows } = await sql.query(
    `select payload ->> 'token' as token from email_messages where to_email = $1 order by id desc limit 1`,
    [email],
  );
  return String(rows[0].token);
}
const read = (token: string, headers: Record<string, string> = {}) =>
  guest.get(`/api/auth/staff-invitation?${new URLSearchParams({ token })}`, headers);
const register = (token: string, more: object = {}) =>
  guest.post('/api/auth/staff-invitation', { token, name: 'Jo Fernandes', password: PASSWORD, ...more });
const userOf = async (email: string) =>
  (await sql.query('select id, name, role, email_verified, needs_new_password from users where email = $1', [email]))
    .rows[0];
const joinedEmails = async (personId: string) =>
  (
    await sql.query(
      `select to_email, payload from email_messages where kind = 'staff_joined' and payload ->> 'personId' = $1`,
      [personId],
    )
  ).rows;

describe('an invitation to an address without an account', () => {
  test('is read without being used up', async () => {
    const email = anEmail();
    const token = await invited(email, 'support');

    for (let times = 0; times < 2; times += 1)
      expect((await read(token)).json()).toEqual({ email, role: 'support', next: 'register' });
    expect(await userOf(email)).toBeUndefined();
  });

  test('creates an account with a confirmed address and exactly the role, and logs in', async () => {
    const email = anEmail();

    const response = await register(await invited(email, 'packer'));

    expect(response.statusCode, response.body).toBe(201);
    expect(response.json().user).toMatchObject({ name: 'Jo Fernandes', email, role: 'packer', emailVerified: true });
    expect(await userOf(email)).toMatchObject({ role: 'packer', email_verified: true, needs_new_password: false });
    const cookie = sessionCookie(response);
    expect((await guest.get('/api/admin/me', { cookie })).json()).toEqual({ name: 'Jo Fernandes', role: 'packer' });
    const isAllowed = async (path: string) => (await guest.get(path, { cookie })).statusCode === 200;
    const paths: [string, Permission][] = [
      ['/api/admin/orders', 'orders.read'],
      ['/api/admin/customers', 'customers.read'],
      ['/api/admin/staff', 'staff.write'],
    ];
    for (const [path, permission] of paths)
      expect([path, await isAllowed(path)]).toEqual([path, can({ role: 'packer' }, permission)]);
    expect((await guest.post('/api/auth/login', { email, password: PASSWORD })).statusCode).toBe(200);
  });

  test('is recorded in the audit log by the new staff member, and every owner is notified', async () => {
    const email = anEmail();

    await register(await invited(email, 'manager'));

    const { id } = await userOf(email);
    const { rows } = await sql.query(
      `select action, before, after from audit_log where actor_user_id = $1 and entity = 'staff_invitation'`,
      [id],
    );
    const { rows: owners } = await sql.query(
      `select email from users where role in ('admin', 'owner') and deleted_at is null`,
    );
    const emails = await joinedEmails(id);
    expect(rows).toEqual([{ action: 'staff.accept_invitation', before: null, after: { role: 'manager' } }]);
    expect(emails.map(({ to_email }) => to_email).toSorted()).toEqual(owners.map((row) => row.email).toSorted());
    expect(emails[0].payload).toMatchObject({ person: 'Jo Fernandes', role: 'manager', by: 'Olive Owner' });
  });

  test('is accepted once, even from two tabs at once', async () => {
    const email = anEmail();
    const token = await invited(email);

    const responses = await Promise.all([register(token), register(token), register(token)]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422]);
    expect((await register(token)).json()).toMatchObject({ code: 'invalid_link', message: texts.invalid });
    expect((await read(token)).statusCode).toBe(422);
    expect(await joinedEmails((await userOf(email)).id)).not.toHaveLength(0);
  });

  test('requires a password for staff and a name, and stays open after a rejected one', async () => {
    const email = anEmail();
    const token = await invited(email);

    const short = await register(token, { password: 'elevenchars' });
    const personal = await register(token, { password: `${email}1` });
    const nameless = await register(token, { name: ' ' });

    expect(short.json().errors).toEqual([{ field: 'password', message: identityMessages.adminPasswordTooShort }]);
    expect(personal.json().errors).toEqual([{ field: 'password', message: identityMessages.passwordTooPersonal }]);
    expect(nameless.json().errors).toEqual([{ field: 'name', message: identityMessages.nameRequired }]);
    expect((await register(token)).statusCode).toBe(201);
  });

  test('does not create a second account for an address that was registered since', async () => {
    const email = anEmail();
    const token = await invited(email);
    await aShopper({ email, emailVerified: false });

    const response = await register(token);

    expect([response.statusCode, response.json().code]).toEqual([409, 'account_exists']);
    expect(await userOf(email)).toMatchObject({ role: 'customer' });
  });
});

describe('an invitation to an existing account', () => {
  test('asks to log in, to log out of another account, or to accept', async () => {
    const ada = await aShopper();
    const bea = await aShopper();
    const token = await invited(ada.email);

    const nextFor = async (headers?: Record<string, string>) => (await read(token, headers)).json().next;

    expect([await nextFor(), await nextFor(bea.headers), await nextFor(ada.headers)]).toEqual([
      'log-in',
      'log-out',
      'accept',
    ]);
  });

  test('gives the role, ends the other sessions, confirms the address and notifies owners', async () => {
    const ada = await aShopper({ name: 'Ada Lovelace', emailVerified: false, password: PASSWORD });
    const elsewhere = sessionCookie(await guest.post('/api/auth/login', { email: ada.email, password: PASSWORD }));
    const token = await invited(ada.email, 'support');

    const response = await ada.post('/api/user/staff-invitation', { token });

    expect([response.statusCode, response.json()]).toEqual([200, { message: texts.accepted }]);
    expect(await userOf(ada.email)).toMatchObject({ role: 'support', email_verified: true, needs_new_password: true });
    expect((await guest.get('/api/user/me', { cookie: elsewhere })).statusCode).toBe(401);
    expect((await ada.get('/api/user/me')).statusCode).toBe(200);
    expect((await ada.get('/api/admin/me')).json().code).toBe('new_password_required');
    const cookie = sessionCookie(await guest.post('/api/auth/login', { email: ada.email, password: PASSWORD }));
    expect((await guest.get('/api/admin/me', { cookie })).json()).toMatchObject({ role: 'support' });
    expect((await joinedEmails(ada.id))[0].payload).toMatchObject({ person: 'Ada Lovelace', role: 'support' });
    const { rows } = await sql.query(
      `select before, after from audit_log where actor_user_id = $1 and action = 'staff.accept_invitation'`,
      [ada.id],
    );
    expect(rows).toEqual([{ before: { role: 'customer' }, after: { role: 'support' } }]);
  });

  test('is accepted once, even from two tabs at once', async () => {
    const ada = await aShopper();
    const token = await invited(ada.email);

    const responses = await Promise.all([1, 2].map(() => ada.post('/api/user/staff-invitation', { token })));

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  });

  test('is rejected for another account, for guests and for staff', async () => {
    const ada = await aShopper();
    const bea = await aShopper();
    const token = await invited(ada.email);
    const accept = (user: Pick<typeof ada, 'post'>) => user.post('/api/user/staff-invitation', { token });

    expect((await accept(bea)).json().code).toBe('wrong_account');
    expect((await accept(guest)).statusCode).toBe(401);
    await sql.query(`update users set role = 'content' where id = $1`, [ada.id]);
    expect((await accept(ada)).json().code).toBe('already_staff');
    expect(await userOf(ada.email)).toMatchObject({ role: 'content' });
  });
});

describe('the link of an invitation does not work', () => {
  test.each(['a', 'a.b', `${randomUUID()}.secret`])('if it is malformed or unknown: %s', async (token) => {
    expect((await read(token)).json().code).toBe('invalid_link');
    expect((await register(token)).json().code).toBe('invalid_link');
  });

  test('with another secret', async () => {
    const [id] = (await invited(anEmail())).split('.');

    expect((await register(`${id}.guessed`)).json().code).toBe('invalid_link');
  });

  test('after seven days', async () => {
    const email = anEmail();
    const token = await invited(email);
    const { rows } = await sql.query(
      `update staff_invitations set expires_at = expires_at - interval '7 days' where email = $1
       returning expires_at <= now() as expired`,
      [email],
    );

    expect(rows).toEqual([{ expired: true }]);
    expect((await register(token)).json().code).toBe('invalid_link');
    expect(await userOf(email)).toBeUndefined();
  });

  test('A31 once its sender is no longer an owner, until another owner resends it', async () => {
    const email = anEmail();
    const former = await anAdmin({ role: 'owner', password: PASSWORD });
    const token = await invited(email, 'owner', former);
    const [id] = token.split('.');
    await sql.query(`update users set role = 'manager' where id = $1`, [former.id]);

    expect((await read(token)).json().code).toBe('invalid_link');
    expect((await register(token)).json().code).toBe('invalid_link');
    const list = (await olive.get('/api/admin/staff')).json().invitations;
    expect(list.find((row: { id: string }) => row.id === id)).toMatchObject({ expired: true });

    await olive.post(`/api/admin/staff/invitations/${id}/emails`, undefined, { 'idempotency-key': randomUUID() });
    const { rows } = await sql.query(
      `select payload ->> 'token' as token from email_messages where to_email = $1 order by id desc limit 1`,
      [email],
    );
    expect((await register(rows[0].token)).statusCode).toBe(201);
  });

  test('A31 after an owner has changed the role of the invited customer', async () => {
    const ada = await aShopper();
    const token = await invited(ada.email, 'manager');
    for (const role of ['support', 'customer'])
      await olive.put(`/api/admin/customers/${ada.id}/role`, { role, password: PASSWORD });
    const { rows } = await sql.query('select email from users where id = $1 and role = $2', [ada.id, 'customer']);
    expect(rows).toHaveLength(1);

    expect((await read(token)).json().code).toBe('invalid_link');
  });
});
