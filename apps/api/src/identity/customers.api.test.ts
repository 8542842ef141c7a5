import { customerMessages } from '@shop/contracts/identity/admin-messages';
import { describe, expect, test } from 'vitest';
import { anAccount, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { sql, db, guest, aShopper, anAdmin } = shop;
const owner = await anAdmin({ password: PASSWORD });
const sam = await anAdmin({ role: 'support' });

const names = async (query: string) =>
  (await sam.get(`/api/admin/customers?${query}`)).json().map(({ name }: { name: string }) => name);

describe('AOTH-001 customers', () => {
  test('are found by name in any word order, case and accents, and by the start of the email address', async () => {
    await aShopper({ name: 'Zoë Quartermaine', email: 'zoe.q@example.com' });

    expect(await names('q=quartermaine+zoe')).toEqual(['Zoë Quartermaine']);
    expect(await names('q=ZOE.Q@')).toEqual(['Zoë Quartermaine']);
    expect(await names('q=%25%25%25')).toEqual([]);
    expect((await sam.get('/api/admin/customers?q=zo')).json().errors).toMatchObject([{ field: 'q' }]);
  });

  test('are listed newest first, page by page', async () => {
    for (let i = 0; i < 51; i += 1) await aShopper({ name: `Paged Person ${i}` });

    const first = await sam.get('/api/admin/customers?q=paged');
    const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    const second = await sam.get(next);

    expect(first.json()).toHaveLength(50);
    expect(second.json().map(({ name }: { name: string }) => name)).toEqual(['Paged Person 0']);
  });

  test.each(['created', '-created', 'name', '-name'])('are sorted by %s without gaps or repeats', async (sort) => {
    const family = `Kin${sort.replace('-', 'down')}`;
    const added: { id: string; name: string }[] = [];
    for (let i = 0; i < 53; i += 1) {
      const name = `${['amy', 'Bea', 'Éva'][i % 3]} ${family}`;
      added.push({ id: (await aShopper({ name })).id, name });
    }
    // All of them were created at once.
    await sql.query(`update users set created_at = '2020-01-01' where id = any ($1)`, [added.map(({ id }) => id)]);
    const pages = async (query: string) => {
      const first = await sam.get(`/api/admin/customers?${query}`);
      const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
      const second = await sam.get(next);
      return [...first.json(), ...second.json()].map(({ id }: { id: string }) => id);
    };

    const keyOf = (name: string) => (sort.endsWith('name') ? 'abé'.indexOf(name.charAt(0).toLowerCase()) : 0);
    const expected = added
      .toSorted((one, other) => keyOf(one.name) - keyOf(other.name) || (one.id < other.id ? -1 : 1))
      .map(({ id }) => id);
    expect(await pages(`${new URLSearchParams({ q: family, sort })}`)).toEqual(
      sort.startsWith('-') ? expected.toReversed() : expected,
    );
    expect((await sam.get(`/api/admin/customers?sort=${sort}&role=staff`)).statusCode).toBe(200);
  });

  test('are shown with their orders and total spent', async () => {
    const ada = await aShopper({ name: 'Ada Lovelace' });
    const { variantId } = await aVariant(shop, { price: 100, quantities: [9] });
    const items = [{ variantId, quantity: 1 }];
    const paid = await anOrder(db, { of: ada, items });
    await anOrder(db, { of: ada, items, method: 'cod' });

    const shown = (await sam.get(`/api/admin/customers/${ada.id}`)).json();

    expect(shown).toMatchObject({ name: 'Ada Lovelace', orderCount: 2, spent: paid.totalCents / 100, sessions: 1 });
    expect(shown.orders).toMatchObject([
      { paymentMethod: 'cod', paymentStatus: 'pending' },
      { paymentMethod: 'card', paymentStatus: 'paid' },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/token|password|secret/i);
  });

  test('who deleted their account are not found', async () => {
    const deletedCustomer = await aShopper({ name: 'Gone Girl' });
    await sql.query('update users set deleted_at = now() where id = $1', [deletedCustomer.id]);

    expect(await names('q=gone+girl')).toEqual([]);
    expect((await sam.get(`/api/admin/customers/${deletedCustomer.id}`)).statusCode).toBe(404);
    expect(
      (await owner.put(`/api/admin/customers/${deletedCustomer.id}/role`, { role: 'owner', password: PASSWORD }))
        .statusCode,
    ).toBe(404);
  });
});

describe('logging out a customer everywhere', () => {
  test('ends all their sessions', async () => {
    const ada = await aShopper();

    expect((await sam.delete(`/api/admin/customers/${ada.id}/sessions`)).statusCode).toBe(204);

    expect((await ada.get('/api/user/me')).statusCode).toBe(401);
  });

  test('A31 requires an owner if the account belongs to a staff member', async () => {
    const response = await sam.delete(`/api/admin/customers/${owner.id}/sessions`);

    expect([response.statusCode, response.json().message]).toEqual([403, customerMessages.ownerRequired]);
    expect((await owner.get('/api/admin/me')).statusCode).toBe(200);
  });
});

describe('staff roles', () => {
  const setRole = (actor: typeof owner, to: { id: string }, role: string) =>
    actor.put(`/api/admin/customers/${to.id}/role`, { role, password: PASSWORD });

  test('are assigned by owners and take effect immediately', async () => {
    const { email, user } = await anAccount(shop);
    const openAdmin = async () => {
      const login = await guest.post('/api/auth/login', { email, password: PASSWORD });
      return guest.get('/api/admin/me', { cookie: sessionCookie(login) });
    };

    expect((await setRole(owner, user, 'packer')).json()).toEqual({ role: 'packer' });
    expect((await openAdmin()).json()).toMatchObject({ role: 'packer' });
    expect(await names('role=packer')).toContain('Ada Lovelace');
    expect(await names('role=staff')).not.toEqual([]);

    await setRole(owner, user, 'customer');
    expect((await openAdmin()).statusCode).toBe(403);
  });

  test('A31 staff members cannot promote themselves', async () => {
    for (const role of ['manager', 'packer', 'support', 'content', 'read-only'])
      await anAdmin({ role }).then(async (staffMember) => {
        expect((await setRole(staffMember, staffMember, 'owner')).statusCode).toBe(403);
        expect((await staffMember.get('/api/admin/me')).json()).toMatchObject({ role });
      });
    expect((await setRole(owner, sam, 'boss')).statusCode).toBe(422);
  });

  test('A31 one owner always remains, even when two demote each other concurrently', async () => {
    const other = await anAdmin({ role: 'owner', password: PASSWORD });
    await sql.query(`update users set role = 'customer' where role in ('admin', 'owner') and not id = any ($1)`, [
      [owner.id, other.id],
    ]);

    const responses = await Promise.all([setRole(owner, other, 'customer'), setRole(other, owner, 'customer')]);

    expect(responses.map(({ statusCode }) => statusCode < 300).toSorted()).toEqual([false, true]);
    const { rows } = await sql.query<{ id: string }>(`select id from users where role in ('admin', 'owner')`);
    expect(rows).toHaveLength(1);
    const last = rows[0]?.id === owner.id ? owner : other;
    const response = await setRole(last, last, 'manager');
    expect([response.statusCode, response.json().message]).toEqual([409, customerMessages.lastOwner]);
    await sql.query(`update users set role = 'admin' where id = $1`, [owner.id]);
  });
});
