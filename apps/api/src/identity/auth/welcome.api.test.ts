import { afterAll, expect, test } from 'vitest';
import { anAccount, anEmail, PASSWORD } from '#test/builders/account.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createTestStore({ env: { SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' } });

test('registration sends one welcome email with a confirmation link and without a name', async () => {
  const { email } = await anAccount(shop);

  await shop.work();

  const [message, ...more] = await server.waitFor(email);
  expect(more).toEqual([]);
  expect(message?.subject).toBe('Welcome to Crystalline');
  for (const text of ['Hello,', 'https://shop.example.com/confirm-email?token=']) expect(message?.text).toContain(text);
  expect(message?.text).not.toContain('Ada');
});

test('two concurrent registrations of one email address send one welcome email', async () => {
  const registration = { name: 'Ada Lovelace', email: anEmail(), password: PASSWORD };

  const responses = await Promise.all([1, 2].map(() => shop.guest.post('/api/auth/register', registration)));
  await shop.work();

  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  expect(await server.waitFor(registration.email)).toHaveLength(1);
});
