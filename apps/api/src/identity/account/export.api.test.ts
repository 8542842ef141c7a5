import { PersonalData } from '@shop/contracts/identity/personal-data-schema';
import { expect, test } from 'vitest';
import { insertAllCustomerData, PHONE } from '#test/builders/customer-with-all-data.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { aShopper, sql } = shop;

test('SET-015 a customer downloads all their personal data as one file', async () => {
  const ada = await aShopper({ name: 'Quokka Lovelace', email: 'quokka@example.com', password: 'secret enough' });
  await insertAllCustomerData(shop, ada);

  const response = await ada.get('/api/user/export');

  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-disposition': 'attachment; filename="crystalline-my-data.json"',
    'content-type': expect.stringContaining('application/json'),
    'cache-control': 'private, no-store',
  });
  const data = PersonalData.parse(response.json());
  expect(data).toMatchObject({
    profile: { id: ada.id, name: 'Quokka Lovelace', email: 'quokka@example.com', phone: PHONE, role: 'customer' },
    preferences: { orderEmails: true, marketing: false, marketingConsentAt: expect.any(String) },
    addresses: [
      { name: 'Quokka Home', recipient: 'Quokka Byron', line1: '1 Quokka Street', phone: PHONE, isDefault: true },
    ],
    reviews: [{ rating: 4.5, comment: 'Quokkas love it.' }, { rating: 4.5 }],
    newsletter: { email: 'quokka@example.com', unsubscribedAt: null },
    sessions: [{ userAgent: 'Quokka Phone' }, { userAgent: 'Quokka Tablet' }],
  });
  expect(data.supportTickets.map(({ subject }) => subject).sort()).toEqual(['Quokka asks', 'Quokka asks again']);
  expect(data.supportTickets[0]?.messages.map(({ from }) => from).sort()).toEqual(['shop', 'you']);
  expect(data.cart).toHaveLength(3);
  expect(data.wishlist).toHaveLength(2);
  expect(data.waitlist).toHaveLength(2);
  expect(data.emails).toHaveLength(2);
  expect(data.profile.lastLoginAt).toEqual(expect.any(String));
  expect(data.staffInvitations).toMatchObject([{ role: 'packer', acceptedAt: null }]);
  expect(data.savedViews).toMatchObject([{ list: 'orders', name: 'Quokka view', query: 'q=quokka' }]);
  expect(data.notifications.map(({ title }) => title)).toContain('Hello Quokka');
  expect(data.orders.length).toBeGreaterThan(3);
  for (const { shippingAddress } of data.orders) expect(shippingAddress.phone).toBe(PHONE);
  for (const { items, subtotal, tax, shipping, discount, total } of data.orders) {
    expect(items.reduce((sum, item) => sum + item.price * item.quantity, 0)).toBeCloseTo(subtotal);
    expect(subtotal + tax + shipping - discount).toBeCloseTo(total);
  }
});

test('the data export contains no secrets and no data of other customers', async () => {
  const ada = await aShopper({ password: 'secret enough' });
  const bea = await aShopper({ name: 'Wombat', email: 'wombat@example.com' });
  await bea.post('/api/support/tickets', {
    name: 'Wombat',
    email: 'wombat@example.com',
    subject: 'Mine',
    message: 'Wombat?',
  });

  const { body } = await ada.get('/api/user/export');

  const { rows } = await sql.query(
    'select token as secret from sessions where user_id = $1 union all select password from accounts where user_id = $1',
    [ada.id],
  );
  expect(rows).toHaveLength(2);
  for (const { secret } of rows) expect(body).not.toContain(secret);
  expect(body).not.toMatch(/wombat/i);
});

test('the data export includes guest data under the email address only once the address is verified', async () => {
  const sentAsGuest = { name: 'Victim', email: 'victim@example.com', subject: 'Private', message: 'My order.' };
  await shop.guest.post('/api/newsletter', { email: 'victim@example.com' });
  await shop.guest.post('/api/support/tickets', sentAsGuest);
  const claims = await aShopper({ email: 'victim@example.com', emailVerified: false });

  const beforeVerification = PersonalData.parse((await claims.get('/api/user/export')).json());
  await sql.query('update users set email_verified = true where id = $1', [claims.id]);
  const afterVerification = PersonalData.parse((await claims.get('/api/user/export')).json());

  expect([beforeVerification.supportTickets, beforeVerification.newsletter]).toEqual([[], null]);
  expect(afterVerification).toMatchObject({
    supportTickets: [{ subject: 'Private' }],
    newsletter: { email: 'victim@example.com' },
  });
});

test('a new customer without data gets a data export too', async () => {
  const ada = await aShopper();

  const data = PersonalData.parse((await ada.get('/api/user/export')).json());

  expect(data).toMatchObject({ orders: [], addresses: [], reviews: [], cart: [], newsletter: null });
});
