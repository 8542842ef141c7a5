import { problemMessages } from '@shop/contracts/common/messages';
import { Session, User } from '@shop/contracts/identity/schema';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';
import { deleteExpiredSessions, findActorByToken } from './queries.ts';

const { app, guest, aShopper, anAdmin, sql } = await createTestStore();

describe('a logged-in customer', () => {
  test('API-004 ENT-001 ENT-002 gets their own profile, with no addresses at first', async () => {
    const ada = await aShopper({ name: 'Ada Lovelace' });

    const response = await ada.get('/api/user/me');

    expect(User.parse(response.json())).toEqual({
      id: ada.id,
      name: 'Ada Lovelace',
      email: expect.stringContaining('@example.com'),
      emailVerified: true,
      phone: null,
      role: 'customer',
      addresses: [],
    });
    // `guest` is sent of guests only.
    expect(Object.keys(response.json()).sort()).toEqual(Object.keys(User.omit({ guest: true }).shape).sort());
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  test('gets only their own addresses, the default address first', async () => {
    const ada = await aShopper();
    const other = await aShopper();
    const insert = `insert into addresses (user_id, name, line1, city, state, postal_code, country, is_default)
                    values ($1, $2, '1 Main Street', 'Springfield', 'Illinois', '62701', 'United States', $3)`;
    await sql.query(insert, [ada.id, 'Work', false]);
    await sql.query(insert, [ada.id, 'Home', true]);
    await sql.query(insert, [other.id, 'Elsewhere', true]);

    const { addresses } = User.parse((await ada.get('/api/user/me')).json());

    expect(addresses.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Home', true],
      ['Work', false],
    ]);
  });

  test('API-003 can send the token as Authorization: Bearer', async () => {
    const ada = await aShopper();

    const response = await guest.get('/api/user/me', { authorization: `Bearer ${ada.signed}` });

    expect(response.json().id).toBe(ada.id);
  });

  test('gets 401 if the session is expired, missing or unsigned, or the account is deleted', async () => {
    const late = await aShopper({ sessionEnds: '-1 second' });
    const deletedCustomer = await aShopper();
    await sql.query('update users set deleted_at = now() where id = $1', [deletedCustomer.id]);
    const unsigned = (await aShopper()).signed.split('.')[0] ?? '';

    for (const response of [
      await guest.get('/api/user/me'),
      await late.get('/api/user/me'),
      await deletedCustomer.get('/api/user/me'),
      await guest.get('/api/user/me', { authorization: `Bearer ${unsigned}` }),
    ]) {
      expect(response.statusCode).toBe(401);
      expect(response.json()).toMatchObject({ code: 'unauthenticated', message: problemMessages.unauthenticated });
    }
  });
});

describe('the session', () => {
  test('of a guest is empty, not an error', async () => {
    const response = await guest.get('/api/session');

    expect(response.statusCode).toBe(200);
    expect(Session.parse(response.json())).toEqual({
      user: null,
      cartCount: 0,
      wishlistCount: 0,
      wishlist: [],
      unreadCount: 0,
      country: null,
    });
  });

  test('of a logged-in user counts cart items, wishlist and unread notifications, and has the country of the address', async () => {
    const grace = await anAdmin();
    await sql.query(
      `with cart as (insert into carts (user_id) values ($1) returning id)
       insert into cart_lines (cart_id, variant_id, quantity, last_shown_price_cents)
       select cart.id, v.id, 2, 100 from cart, (select id from variants limit 3) v`,
      [grace.id],
    );
    const { rows: wishlistItems } = await sql.query<{ product_id: string }>(
      'insert into wishlist_items (user_id, product_id) select $1, id from products limit 2 returning product_id',
      [grace.id],
    );
    await sql.query(
      `insert into notifications (user_id, type, title, message, read_at)
       values ($1, 'other', 'Hello', 'New.', null), ($1, 'other', 'Hello', 'Read.', now())`,
      [grace.id],
    );
    await sql.query(
      `insert into addresses (user_id, name, line1, city, state, postal_code, country)
       values ($1, 'Home', '1 MG Road', 'Pune', 'Maharashtra', '411001', 'India')`,
      [grace.id],
    );

    expect((await grace.get('/api/session')).json()).toEqual({
      user: { name: 'Grace Hopper', role: 'admin' },
      cartCount: 6,
      wishlistCount: 2,
      wishlist: expect.arrayContaining(wishlistItems.map((item) => item.product_id)),
      unreadCount: 1,
      country: 'India',
    });
  });
});

test('sessions that expired more than a day ago are deleted', async () => {
  const old = await aShopper({ sessionEnds: '-25 hours' });
  const recent = await aShopper({ sessionEnds: '-23 hours' });

  await app.db.run(deleteExpiredSessions());

  const { rows } = await sql.query('select user_id from sessions where user_id in ($1, $2)', [old.id, recent.id]);
  expect(rows).toEqual([{ user_id: recent.id }]);
});

test('an admin needs two-factor authentication only while the store requires it and it is not enabled', async () => {
  const grace = await anAdmin();
  const token = decodeURIComponent(grace.signed).split('.')[0] ?? '';
  const needs = async () => (await findActorByToken(app.db, token))?.needsTwoFactor;
  const before = await needs();
  await sql.query('update store_settings set admins_need_two_factor = true');
  const demanded = await needs();
  await sql.query('update users set two_factor_enabled = true where id = $1', [grace.id]);
  const on = await needs();
  await sql.query('update store_settings set admins_need_two_factor = false');

  expect([before, demanded, on]).toEqual([false, true, false]);
});
