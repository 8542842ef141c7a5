import { accessMessages } from '@shop/contracts/common/messages';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { describe, expect, test } from 'vitest';
import { anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

const OWNER_PASSWORD = 'seven grey herons wade';
const SHORT = 'b0ss-y';

describe.each(redisModesIfRequested())('becoming staff, %s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { guest, sql, anAdmin, aShopper } = shop;
  const owner = await anAdmin({ name: 'Olive Owner', password: OWNER_PASSWORD });
  const partner = await anAdmin({ name: 'Piet Partner', role: 'owner' });

  const promote = (id: string, role: string, password = OWNER_PASSWORD) =>
    owner.put(`/api/admin/customers/${id}/role`, { role, password });
  const logIn = async (email: string, password: string) =>
    sessionCookie(await guest.post('/api/auth/login', { email, password }));
  const getAdminProfile = (cookie: string) => guest.get('/api/admin/me', { cookie });
  const roleOf = async (id: string) => (await sql.query('select role from users where id = $1', [id])).rows[0].role;

  async function aCustomer(password: string) {
    const email = anEmail();
    const registered = await guest.post('/api/auth/register', { name: 'Cleo Customer', email, password });
    const id = String(registered.json().user.id);
    await sql.query('update users set email_verified = true where id = $1', [id]);
    return { email, id, cookie: sessionCookie(registered) };
  }

  test('A31 rejects an account without a confirmed email address', async () => {
    const { id } = await aShopper({ emailVerified: false });

    const response = await promote(id, 'manager');

    expect([response.statusCode, response.json().code]).toEqual([409, 'email_unconfirmed']);
    expect(await roleOf(id)).toBe('customer');
  });

  test('A31 ends the sessions of the customer', async () => {
    const { id, cookie } = await aCustomer(SHORT);

    expect((await promote(id, 'manager')).json()).toEqual({ role: 'manager' });

    expect((await guest.get('/api/user/me', { cookie })).statusCode).toBe(401);
    expect((await getAdminProfile(cookie)).statusCode).toBe(401);
  });

  test('A31 a password too short for staff gives no admin access until it is changed', async () => {
    const { id, email } = await aCustomer(SHORT);
    await promote(id, 'manager');

    const cookie = await logIn(email, SHORT);
    const change = (newPassword: string) =>
      guest.post('/api/user/password', { currentPassword: SHORT, newPassword }, { cookie });

    expect((await guest.get('/api/user/me', { cookie })).statusCode).toBe(200);
    expect((await getAdminProfile(cookie)).json()).toMatchObject({
      status: 403,
      code: 'new_password_required',
      message: accessMessages.newPasswordRequired,
    });
    expect((await guest.get('/api/user/password', { cookie })).json()).toEqual({
      minLength: 12,
      newPasswordRequired: true,
    });
    expect((await change('elevenchars')).json().errors).toEqual([
      { field: 'newPassword', message: identityMessages.adminPasswordTooShort },
    ]);
    const changed = await change('nine brown otters swim');
    expect((await getAdminProfile(sessionCookie(changed))).json()).toMatchObject({ role: 'manager' });
  });

  test('A31 a password strong enough for staff gives admin access at the next login', async () => {
    const { id, email } = await aCustomer(PASSWORD);
    await promote(id, 'packer');

    expect((await getAdminProfile(await logIn(email, PASSWORD))).json()).toMatchObject({ role: 'packer' });
  });

  test('A31 a role change requires a new password until a login has checked it', async () => {
    const { id } = await aCustomer(PASSWORD);
    await promote(id, 'manager');
    const { rows } = await sql.query('select needs_new_password from users where id = $1', [id]);

    expect(rows).toEqual([{ needs_new_password: true }]);
  });

  test('A31 an owner must enter the password to assign a role', async () => {
    const { id } = await aShopper();
    const withoutPassword = await owner.put(`/api/admin/customers/${id}/role`, { role: 'owner' });
    const wrong = await promote(id, 'owner', 'not this one');

    expect([withoutPassword, wrong].map(({ statusCode }) => statusCode)).toEqual([422, 422]);
    expect(await roleOf(id)).toBe('customer');
  });

  test('A31 emails every owner the user, the new role and the actor', async () => {
    const { id } = await aShopper({ name: 'Cleo Customer' });

    await promote(id, 'manager');
    await promote(id, 'manager');

    const { rows } = await sql.query(
      `select to_email, payload from email_messages where kind = 'role_changed' and payload->>'personId' = $1 order by to_email`,
      [id],
    );
    const { rows: owners } = await sql.query(
      `select email from users where role in ('admin', 'owner') and deleted_at is null order by email`,
    );
    expect(rows.map(({ to_email }) => to_email)).toEqual(owners.map(({ email }) => email));
    expect(rows.map(({ to_email }) => to_email)).toContain(partner.email);
    expect(rows[0].payload).toMatchObject({ person: 'Cleo Customer', role: 'manager', by: 'Olive Owner' });
  });

  test('A31 removing a role ends all sessions', async () => {
    const manager = await anAdmin({ role: 'manager' });

    await promote(manager.id, 'customer');

    expect((await manager.get('/api/user/me')).statusCode).toBe(401);
  });

  test('A31 a weak staff password must be changed at the next login', async () => {
    const grace = await anAdmin({ role: 'support', password: 'sunshine2024' });

    expect((await getAdminProfile(await logIn(grace.email, 'sunshine2024'))).json().code).toBe('new_password_required');
  });
});
