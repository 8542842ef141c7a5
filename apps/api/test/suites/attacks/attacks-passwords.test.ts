import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { createAdmin } from '#identity/auth/create-admin.ts';
import { sendResetLink } from '#identity/auth/own-password.ts';
import { anAccount, anEmail, PASSWORD } from '#test/builders/account.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

const { passwordTooCommon, passwordTooPersonal, passwordTooShort } = identityMessages;

describe.each(redisModesIfRequested())('common passwords, %s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { guest, db, sql, config } = shop;

  const register = (password: string, email = anEmail()) =>
    guest.post('/api/auth/register', { name: 'Ada Lovelace', email, password });
  const validationError = (field: string, message: string) => ({ status: 422, errors: [{ field, message }] });

  test.each(['123456', 'password', 'PassWord', 'qwertyuiop', 'iloveyou', 'Password123!', 'sunshine2024'])(
    'A20 rejects %s at registration',
    async (password) => {
      expect((await register(password)).json()).toMatchObject(validationError('password', passwordTooCommon));
    },
  );

  test.each(['Crystalline1', 'ada-lovelace', 'Lovelace1815', 'lovelace.ada'])(
    'A20 rejects %s, which contains the name of the store or the customer',
    async (password) => {
      expect((await register(password)).json()).toMatchObject(validationError('password', passwordTooPersonal));
    },
  );

  test('A20 rejects the email address as a password, with and without its domain', async () => {
    const email = anEmail();
    const [local = ''] = email.split('@');

    for (const password of [email, email.toUpperCase(), local])
      expect((await register(password, email)).json()).toMatchObject(validationError('password', passwordTooPersonal));
  });

  test('A20 the list has at least the 3,000 most common passwords of each minimum length', () => {
    const common = dictionary['passwords-common'];

    for (const length of [6, 8]) expect(common.filter((word) => word.length >= length).length).toBeGreaterThan(3_000);
  });

  test('accepts six uncommon characters at registration', async () => {
    expect((await register('x7-k2q')).statusCode).toBe(201);
  });

  test('A20 requires eight uncommon characters for a password change', async () => {
    const { cookie } = await anAccount(shop);
    const change = async (newPassword: string) =>
      (await guest.post('/api/user/password', { currentPassword: PASSWORD, newPassword }, { cookie })).json();

    expect(await change('x7-k2')).toMatchObject(validationError('newPassword', passwordTooShort));
    expect(await change('Starwars')).toMatchObject(validationError('newPassword', passwordTooCommon));
    expect(await change('lovelace12')).toMatchObject(validationError('newPassword', passwordTooPersonal));
    expect(await change('x7-k2q')).toHaveProperty('token');
  });

  test('A20 requires eight uncommon characters for a password reset, and keeps the link valid after an error', async () => {
    const { email } = await anAccount(shop);
    await sendResetLink(db, config, email);
    const { rows } = await sql.query(
      "select payload->>'token' as token from email_messages where kind = 'reset_password' and to_email = $1",
      [email],
    );
    const reset = (password: string) => guest.post('/api/auth/reset-password', { token: rows[0].token, password });

    expect((await reset('x7-k2')).json()).toMatchObject(validationError('password', passwordTooShort));
    expect((await reset('football')).json()).toMatchObject(validationError('password', passwordTooCommon));
    expect((await reset('x7-k2q')).statusCode).toBe(200);
  });

  test('A31 requires twelve uncommon characters to create an admin', async () => {
    const create = (password: string) => createAdmin(db, { name: 'Robin Hale', email: anEmail(), password });

    await expect(create('elevenchars')).rejects.toThrow(identityMessages.adminPasswordTooShort);
    await expect(create('password123456')).rejects.toThrow(passwordTooCommon);
    await expect(create('crystalline-admin')).rejects.toThrow(passwordTooPersonal);
    await expect(create('nine brown otters swim')).resolves.toEqual({ promoted: false });
  });
});
