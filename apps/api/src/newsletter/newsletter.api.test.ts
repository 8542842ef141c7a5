import { newsletterMessages } from '@shop/contracts/newsletter-texts';
import { expect, test } from 'vitest';
import { ownShop } from '../../test/own-shop.ts';

const { guest, sql } = await ownShop();

const stored = async (email: string) =>
  (await sql.query('select email, created_at from newsletter_subscribers where email = $1', [email])).rows;

test('HOME-009 a newsletter signup is stored by the server', async () => {
  const response = await guest.post('/api/newsletter', { email: '  Ada@Example.com ' });

  expect(response.statusCode).toBe(201);
  expect(response.json()).toEqual({ email: 'ada@example.com' });
  expect(await stored('ada@example.com')).toHaveLength(1);
});

test('signing up twice answers the same and changes nothing', async () => {
  const first = await guest.post('/api/newsletter', { email: 'twice@example.com' });
  const before = await stored('twice@example.com');
  const second = await guest.post('/api/newsletter', { email: 'TWICE@example.com' });

  expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
  expect(await stored('twice@example.com')).toEqual(before);
});

test.each([
  [{ email: 'nobody' }, 'email'],
  [{ email: 7 }, 'email'],
  [{}, 'email'],
  [{ email: 'a@example.com', confirmed: true }, 'confirmed'],
])('%o is refused by name', async (body, field) => {
  const response = await guest.post('/api/newsletter', body);

  expect(response.statusCode).toBe(422);
  expect(response.json().errors).toMatchObject([{ field }]);
});

test('a wrong address is told in the words of the form', async () => {
  const response = await guest.post('/api/newsletter', { email: 'nobody' });

  expect(response.json().errors[0].message).toBe(newsletterMessages.invalidEmail);
});
