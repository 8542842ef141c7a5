import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { OwnSession } from '@shop/contracts/identity/schema';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestStore } from '#test/test-store.ts';

const { app, aShopper, sql } = await createTestStore();

describe('preferences', () => {
  const everything = { orderEmails: true, marketing: true };
  const consent = async (id: string) =>
    (await sql.query('select marketing_consent_at as at from users where id = $1', [id])).rows[0].at;

  test('default to order emails on and marketing off', async () => {
    const ada = await aShopper();

    expect((await ada.get('/api/user/preferences')).json()).toEqual({ ...everything, marketing: false });
  });

  test('are saved and returned', async () => {
    const ada = await aShopper();
    const quiet = { orderEmails: false, marketing: false };

    const response = await ada.put('/api/user/preferences', quiet);

    expect([response.statusCode, response.json()]).toEqual([200, quiet]);
    expect((await ada.get('/api/user/preferences')).json()).toEqual(quiet);
  });

  test('store the time of the first marketing consent, and clear it on opt-out', async () => {
    const ada = await aShopper();
    expect(await consent(ada.id)).toBeNull();

    await ada.put('/api/user/preferences', everything);
    const first = await consent(ada.id);
    await ada.put('/api/user/preferences', { ...everything, orderEmails: false });

    expect(first).toBeInstanceOf(Date);
    expect(await consent(ada.id)).toEqual(first);
    await ada.put('/api/user/preferences', { ...everything, marketing: false });
    expect(await consent(ada.id)).toBeNull();
  });

  test.each([
    [{ orderEmails: 'yes', marketing: false }, 'orderEmails'],
    [{ orderEmails: true }, 'marketing'],
    [{ orderEmails: true, orderSms: true, marketing: false }, 'orderSms'],
    [{ orderEmails: true, marketing: false, marketingConsentAt: '2020-01-01' }, 'marketingConsentAt'],
  ])('%o are rejected with a field error', async (wrong, field) => {
    const response = await (await aShopper()).put('/api/user/preferences', wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toMatchObject([{ field }]);
  });
});

describe('own sessions', () => {
  /** Adds a session on another device. */
  async function addSession(userId: string, userAgent: string, ends = '1 day') {
    const { rows } = await sql.query(
      `insert into sessions (user_id, token, user_agent, expires_at)
       values ($1, gen_random_uuid()::text, $2, now() + $3::interval) returning id, token`,
      [userId, userAgent, ends],
    );
    return rows[0];
  }

  test('SET-014 are listed by device, newest first, with the current one marked and without tokens', async () => {
    const ada = await aShopper();
    await aShopper();
    const phone = await addSession(ada.id, 'Phone');
    await addSession(ada.id, 'Forgotten', '-1 second');

    const response = await ada.get('/api/user/sessions');

    expect(z.array(OwnSession).parse(response.json())).toMatchObject([
      { id: phone.id, userAgent: 'Phone', current: false },
      { userAgent: null, current: true },
    ]);
    expect(response.body).not.toContain(phone.token);
    expect(Object.keys(response.json()[0]).sort()).toEqual(['createdAt', 'current', 'id', 'userAgent']);
  });

  test('mark the session of a bearer token as the current one', async () => {
    const ada = await aShopper();

    const response = await app.inject({
      url: '/api/user/sessions',
      headers: { authorization: `Bearer ${ada.signed}` },
    });

    expect(response.json()).toMatchObject([{ current: true }]);
  });

  test('can be ended one by one', async () => {
    const ada = await aShopper();
    const phone = await addSession(ada.id, 'Phone');

    const response = await ada.delete(`/api/user/sessions/${phone.id}`);

    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect((await ada.get('/api/user/sessions')).json()).toMatchObject([{ current: true }]);
    const again = await ada.delete(`/api/user/sessions/${phone.id}`);
    expect([again.statusCode, again.json().message]).toEqual([404, settingsMessages.sessionNotFound]);
  });

  test('can be ended on all other devices, without affecting this one or other customers', async () => {
    const ada = await aShopper();
    const bea = await aShopper();
    await addSession(ada.id, 'Phone');
    await addSession(ada.id, 'Tablet');

    const response = await ada.delete('/api/user/sessions');

    expect(response.statusCode).toBe(204);
    expect((await ada.get('/api/user/sessions')).json()).toMatchObject([{ current: true }]);
    expect((await bea.get('/api/user/me')).statusCode).toBe(200);
  });

  test('can be ended on this device too', async () => {
    const ada = await aShopper();
    const [here] = (await ada.get('/api/user/sessions')).json();

    await ada.delete(`/api/user/sessions/${here.id}`);

    expect((await ada.get('/api/user/me')).statusCode).toBe(401);
  });
});
