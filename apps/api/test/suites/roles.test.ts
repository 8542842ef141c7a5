import { can, STAFF_ROLES } from '@shop/contracts/common/permissions';
import { describe, expect, test } from 'vitest';
import { callsOf, isPermission } from '#test/requests/calls.ts';
import { createTestStore } from '#test/test-store.ts';

const { app, guest, sql, aShopper, anAdmin } = await createTestStore();
const calls = callsOf(app).flatMap(({ access, ...call }) => (isPermission(access) ? [{ ...call, access }] : []));
const customer = await aShopper();
const staff = await Promise.all(STAFF_ROLES.map(async (role) => ({ role, ...(await anAdmin({ role })) })));

/** Calls a route without a body and with an unknown id, which only tests the access check. */
async function accessOf(call: (typeof calls)[number], headers: Record<string, string>) {
  const { statusCode } = await app.inject({ ...call, headers: { ...headers, origin: 'http://localhost:3000' } });
  expect(statusCode, `${call.method} ${call.url}`).toBeLessThan(500);
  return statusCode === 401 || statusCode === 403 ? statusCode : 'let in';
}

describe('every admin route checks a permission', () => {
  test.each(calls)('ROLE-011 $method $url: $access', async (call) => {
    expect(await accessOf(call, guest.headers)).toBe(401);
    expect(await accessOf(call, customer.headers)).toBe(403);
    for (const { role, headers } of staff)
      expect([role, await accessOf(call, headers)]).toEqual([role, can({ role }, call.access) ? 'let in' : 403]);
  });

  test('no route under /api/admin is without a permission', () => {
    const open = callsOf(app).filter(({ url, access }) => url.startsWith('/api/admin') && !isPermission(access));

    expect(open).toEqual([]);
  });
});

describe('a staff session', () => {
  test('A31 has admin access for twelve hours, and storefront access for as long as any session', async () => {
    const grace = await anAdmin();
    await sql.query(`update sessions set created_at = now() - interval '12 hours 1 second' where user_id = $1`, [
      grace.id,
    ]);

    const response = await grace.get('/api/admin/me');

    expect(response.json()).toMatchObject({ status: 403, code: 'session_too_old' });
    expect((await grace.get('/api/user/me')).statusCode).toBe(200);
  });

  test('that is too old cannot read orders of customers on the customer route either', async () => {
    const grace = await anAdmin();
    const { rows } = await sql.query<{ id: string }>('select id from orders limit 1');
    const path = `/api/orders/${rows[0]?.id}`;
    expect((await grace.get(path)).statusCode).toBe(200);

    await sql.query(`update sessions set created_at = now() - interval '13 hours' where user_id = $1`, [grace.id]);

    expect((await grace.get(path)).statusCode).toBe(404);
  });

  test('returns name and role of the staff member', async () => {
    const wim = await anAdmin({ name: 'Wim', role: 'packer' });

    expect((await wim.get('/api/admin/me')).json()).toEqual({ name: 'Wim', role: 'packer' });
  });
});

test('the database rejects an unknown role', async () => {
  await expect(sql.query(`update users set role = 'boss' where id = $1`, [customer.id])).rejects.toThrow(
    'users_role_check',
  );
});
