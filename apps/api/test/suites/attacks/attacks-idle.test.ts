import { describe, expect, test } from 'vitest';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

describe.each(redisModesIfRequested())('idle sessions, %s', async (_mode, REDIS_URL) => {
  const { sql, aShopper, anAdmin } = await createTestStore({ env: { REDIS_URL } });
  const unusedFor = (userId: string, time: string) =>
    sql.query('update sessions set updated_at = now() - $2::interval where user_id = $1', [userId, time]);
  const lastUse = async (userId: string) =>
    (await sql.query('select updated_at from sessions where user_id = $1', [userId])).rows[0].updated_at;

  test('A16 a session expires after 14 days without use, before its 30 days are over', async () => {
    const ada = await aShopper({ sessionEnds: '30 days' });
    await unusedFor(ada.id, '13 days 23 hours');
    expect((await ada.get('/api/user/me')).statusCode).toBe(200);

    await unusedFor(ada.id, '14 days 1 minute');

    expect((await ada.get('/api/user/me')).statusCode).toBe(401);
    expect((await ada.get('/api/session')).json().user).toBeNull();
  });

  test('A16 a session expires after 30 days, however often it is used', async () => {
    const ada = await aShopper({ sessionEnds: '1 minute' });
    await unusedFor(ada.id, '10 minutes');
    await ada.get('/api/user/me');
    await sql.query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [ada.id]);

    expect((await ada.get('/api/user/me')).statusCode).toBe(401);
  });

  test('A31 a staff session idle for two hours loses admin access, also after visiting the storefront', async () => {
    const grace = await anAdmin();
    await unusedFor(grace.id, '1 hour 59 minutes');
    expect((await grace.get('/api/admin/me')).statusCode).toBe(200);

    await unusedFor(grace.id, '2 hours 1 minute');
    expect((await grace.get('/api/user/me')).statusCode).toBe(200);

    expect((await grace.get('/api/admin/me')).json()).toMatchObject({ status: 403, code: 'session_too_old' });
  });

  test('the last use is stored at most once in five minutes', async () => {
    const ada = await aShopper();
    await unusedFor(ada.id, '6 minutes');

    await Promise.all([ada.get('/api/user/me'), ada.get('/api/user/me')]);
    const first = await lastUse(ada.id);
    await ada.get('/api/user/me');

    expect(Date.now() - first.getTime()).toBeLessThan(5 * 60_000);
    expect(await lastUse(ada.id)).toEqual(first);
  });
});
