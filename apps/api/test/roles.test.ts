import { can, STAFF_ROLES } from '@shop/contracts/permissions';
import { describe, expect, test } from 'vitest';
import { callsOf, isPermission } from './calls.ts';
import { createTestStore } from './test-store.ts';

const { app, guest, sql, aShopper, anAdmin } = await createTestStore();
const calls = callsOf(app).flatMap(({ access, ...call }) => (isPermission(access) ? [{ ...call, access }] : []));
const customer = await aShopper();
const staff = await Promise.all(STAFF_ROLES.map(async (role) => ({ role, ...(await anAdmin({ role })) })));

/** What becomes of a call without a body, about nothing there is: whether one may make it, and no more. */
async function accessOf(call: (typeof calls)[number], headers: Record<string, string>) {
  const { statusCode } = await app.inject({ ...call, headers: { ...headers, origin: 'http://localhost:3000' } });
  expect(statusCode, `${call.method} ${call.url}`).toBeLessThan(500);
  return statusCode === 401 || statusCode === 403 ? statusCode : 'let in';
}

describe('every admin route asks whether one may', () => {
  test.each(calls)('ROLE-011 $method $url: $access', async (call) => {
    expect(await accessOf(call, guest.headers)).toBe(401);
    expect(await accessOf(call, customer.headers)).toBe(403);
    for (const { role, headers } of staff)
      expect([role, await accessOf(call, headers)]).toEqual([role, can({ role }, call.access) ? 'let in' : 403]);
  });

  test('and every address under /admin is one', () => {
    const open = callsOf(app).filter(({ url, access }) => url.startsWith('/api/admin') && !isPermission(access));

    expect(open).toEqual([]);
  });
});

describe('the session of somebody who works here', () => {
  test('A31 opens the panel for twelve hours, and all else for as long as any', async () => {
    const grace = await anAdmin();
    await sql.query(`update sessions set created_at = now() - interval '12 hours 1 second' where user_id = $1`, [
      grace.id,
    ]);

    const response = await grace.get('/api/admin/me');

    expect(response.json()).toMatchObject({ status: 403, code: 'session_too_old' });
    expect((await grace.get('/api/user/me')).statusCode).toBe(200);
  });

  test('that is too old sees nobody else’s orders by the customer’s door either', async () => {
    const grace = await anAdmin();
    const { rows } = await sql.query<{ id: string }>('select id from orders limit 1');
    const path = `/api/orders/${rows[0]?.id}`;
    expect((await grace.get(path)).statusCode).toBe(200);

    await sql.query(`update sessions set created_at = now() - interval '13 hours' where user_id = $1`, [grace.id]);

    expect((await grace.get(path)).statusCode).toBe(404);
  });

  test('tells who they are here', async () => {
    const wim = await anAdmin({ name: 'Wim', role: 'packer' });

    expect((await wim.get('/api/admin/me')).json()).toEqual({ name: 'Wim', role: 'packer' });
  });
});

test('a part the shop does not know cannot be given', async () => {
  await expect(sql.query(`update users set role = 'boss' where id = $1`, [customer.id])).rejects.toThrow(
    'users_role_known',
  );
});
