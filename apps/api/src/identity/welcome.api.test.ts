import { afterAll, expect, test } from 'vitest';
import { anAccount, anEmail, PASSWORD } from '../../test/account.ts';
import { aMailServer } from '../../test/mail-server.ts';
import { ownShop } from '../../test/own-shop.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await ownShop({ env: { SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' } });

test('whoever registers is welcomed by one mail', async () => {
  const { email } = await anAccount(shop);

  await shop.work();

  const [mail, ...more] = await server.waitFor(email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Welcome to Crystalline');
  for (const words of ['Hello Ada Lovelace,', 'https://shop.example.com/products']) expect(mail?.text).toContain(words);
});

test('of two who register one address at once, one is welcomed', async () => {
  const registration = { name: 'Ada Lovelace', email: anEmail(), password: PASSWORD };

  const answers = await Promise.all([1, 2].map(() => shop.guest.post('/api/auth/register', registration)));
  await shop.work();

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  expect(await server.waitFor(registration.email)).toHaveLength(1);
});
