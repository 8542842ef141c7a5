import { randomUUID } from 'node:crypto';
import { STAFF_ROLES } from '@shop/contracts/common/permissions';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '#platform/csv.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { sql, db } = shop;
  const grace = await shop.anAdmin();

  async function aFreshOrder(of: { id: string }) {
    const { variantId } = await aVariant(shop);
    return anOrder(db, { of, items: [{ variantId, quantity: 1 }] });
  }

  test.each(['=', '+', '-', '@', '\t', '\r'])('A19 exports escape a name or note that begins with %j', async (sign) => {
    const formula = `${sign}cmd|' /C calc'!A0`;
    const eve = await shop.aShopper({ name: formula });
    const { id } = await aFreshOrder(eve);
    await sql.query('insert into order_notes (order_id, body) values ($1, $2)', [id, formula]);
    await shop.aProduct({ name: formula, tags: [formula], brand: `Brand ${sign}` });

    for (const url of [
      `/api/admin/orders/export?q=${id}`,
      '/api/admin/products/export',
      '/api/admin/newsletter/export',
    ]) {
      const { statusCode, body } = await grace.get(url);
      const cells = (parseCsv(body) ?? []).slice(1).flatMap((row) => row.cells);
      expect([url, statusCode]).toEqual([url, 200]);
      expect([url, cells.filter((cell) => /^[=+@\t\r]|^-[^\d]/.test(cell))]).toEqual([url, []]);
    }
  });

  test.each([';', '\t'])(
    'A19 exports have no formula for a spreadsheet that separates cells by %j',
    async (separator) => {
      const formula = `Ada${separator}=cmd|'/C calc'!A0${separator}x`;
      const eve = await shop.aShopper({ name: formula });
      const { id } = await aFreshOrder(eve);
      await shop.aProduct({ name: formula, tags: [formula] });

      for (const url of [`/api/admin/orders/export?q=${id}`, '/api/admin/products/export']) {
        const { body } = await grace.get(url);
        expect(body).toContain('cmd|');
        // Quotation marks count only at the beginning of a cell, which is that of the line here.
        const cells = body.split(/\r?\n/).flatMap((line) => line.split(separator));
        expect([url, cells.filter((cell) => /^"*[=+@]/.test(cell))]).toEqual([url, []]);
      }
    },
  );

  test('A31 users cannot change their own role by any route', async () => {
    for (const role of ['customer', ...STAFF_ROLES.filter((it) => it !== 'admin' && it !== 'owner')]) {
      const person = await shop.anAdmin({ role });
      const responses = [
        await person.put(`/api/admin/customers/${person.id}/role`, { role: 'owner' }),
        await person.patch('/api/user/me', { name: 'X', email: person.email, phone: null, role: 'owner' }),
        await person.put('/api/user/preferences', { orderEmails: true, marketing: false, role: 'owner' }),
      ];
      expect([role, responses.map(({ statusCode }) => statusCode)]).toEqual([role, [403, 422, 422]]);
      const { rows } = await sql.query('select role from users where id = $1', [person.id]);
      expect(rows).toEqual([{ role }]);
    }
  });

  test('A31 a session older than 12 hours has no access to the admin panel, for any role', async () => {
    for (const role of STAFF_ROLES) {
      const person = await shop.anAdmin({ role });
      await sql.query(`update sessions set created_at = now() - interval '12 hours 1 second' where user_id = $1`, [
        person.id,
      ]);
      for (const url of ['/api/admin/me', '/api/admin/products', '/api/admin/orders/export']) {
        const { statusCode, body } = await person.get(url);
        expect([role, url, statusCode, /session_too_old|forbidden/.test(body)]).toEqual([role, url, 403, true]);
      }
    }
  });

  test('A31 of two concurrent status changes of one order, the second gets a conflict', async () => {
    const { id } = await aFreshOrder(await shop.aShopper());
    const wim = await shop.anAdmin({ role: 'manager' });
    const set = (who: typeof grace, status: string) =>
      who.put(`/api/orders/${id}/status`, { status, expectedStatus: 'pending' }, { 'idempotency-key': randomUUID() });

    const responses = await Promise.all([set(grace, 'processing'), set(wim, 'shipped')]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const { rows } = await sql.query(`select count(*)::int as entries from audit_log where entity_id = $1`, [id]);
    expect(rows).toEqual([{ entries: 1 }]);
  });

  test('A31 the last owner cannot be demoted', async () => {
    await sql.query(`update users set role = 'customer' where role in ('admin', 'owner') and id <> $1`, [grace.id]);

    const demoted = await grace.put(`/api/admin/customers/${grace.id}/role`, { role: 'manager' });

    expect(demoted.statusCode).toBeGreaterThanOrEqual(400);
    const { rows } = await sql.query(`select id from users where role in ('admin', 'owner')`);
    expect(rows).toEqual([{ id: grace.id }]);
  });
});
