import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { expect, test } from 'vitest';
import { anAccount, anEmail } from '#test/builders/account.ts';
import { createTestStore } from '#test/test-store.ts';
import { createAdmin, NewAdmin } from './create-admin.ts';

const shop = await createTestStore();
const { guest, app } = shop;
const ADMIN_PASSWORD = 'twelve or more characters';

test('a new admin account is created and can log in', async () => {
  const email = anEmail();

  expect(await createAdmin(app.db, { name: 'Robin', email, password: ADMIN_PASSWORD })).toEqual({ promoted: false });

  const response = await guest.post('/api/auth/login', { email, password: ADMIN_PASSWORD });
  expect(response.json().user).toMatchObject({ email, role: 'admin' });
});

test('a customer promoted to admin gets the new password, and existing sessions end', async () => {
  const { email, cookie } = await anAccount(shop);

  expect(await createAdmin(app.db, { name: 'Ignored', email, password: ADMIN_PASSWORD })).toEqual({ promoted: true });

  expect((await guest.get('/api/user/me', { cookie })).statusCode).toBe(401);
  const response = await guest.post('/api/auth/login', { email, password: ADMIN_PASSWORD });
  expect(response.json().user).toMatchObject({ name: 'Ada Lovelace', role: 'admin' });
});

test('rejects an admin password shorter than 12 characters', async () => {
  const parsed = NewAdmin.safeParse({ name: 'Robin', email: anEmail(), password: 'eleven char' });

  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([identityMessages.adminPasswordTooShort]);
});
