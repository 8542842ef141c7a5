import { settingsMessages } from '@shop/contracts/account-texts';
import { OwnSession } from '@shop/contracts/identity';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestStore } from '../../test/test-store.ts';

const { app, aShopper, sql } = await createTestStore();

describe('preferences', () => {
  const everything = { orderEmails: true, marketing: true };
  const consent = async (id: string) =>
    (await sql.query('select marketing_consent_at as at from users where id = $1', [id])).rows[0].at;

  test('begin with emails about orders and without marketing', async () => {
    const ada = await aShopper();

    expect((await ada.get('/api/user/preferences')).json()).toEqual({ ...everything, marketing: false });
  });

  test('are saved and read again', async () => {
    const ada = await aShopper();
    const quiet = { orderEmails: false, marketing: false };

    const response = await ada.put('/api/user/preferences', quiet);

    expect([response.statusCode, response.json()]).toEqual([200, quiet]);
    expect((await ada.get('/api/user/preferences')).json()).toEqual(quiet);
  });

  test('remember when advertising was first agreed to, and forget it with the agreement', async () => {
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
  ])('%o are refused by name', async (wrong, field) => {
    const response = await (await aShopper()).put('/api/user/preferences', wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toMatchObject([{ field }]);
  });
});

describe('the list of own sessions', () => {
  /** The same person on one more device. */
  async function alsoOn(userId: string, userAgent: string, ends = '1 day') {
    const { rows } = await sql.query(
      `insert into sessions (user_id, token, user_agent, expires_at)
       values ($1, gen_random_uuid()::text, $2, now() + $3::interval) returning id, token`,
      [userId, userAgent, ends],
    );
    return rows[0];
  }

  test('SET-014 names each device, the newest first and this one, and never a token', async () => {
    const ada = await aShopper();
    await aShopper();
    const phone = await alsoOn(ada.id, 'Phone');
    await alsoOn(ada.id, 'Forgotten', '-1 second');

    const response = await ada.get('/api/user/sessions');

    expect(z.array(OwnSession).parse(response.json())).toMatchObject([
      { id: phone.id, userAgent: 'Phone', current: false },
      { userAgent: null, current: true },
    ]);
    expect(response.body).not.toContain(phone.token);
    expect(Object.keys(response.json()[0]).sort()).toEqual(['createdAt', 'current', 'id', 'userAgent']);
  });

  test('marks the session of a bearer token too', async () => {
    const ada = await aShopper();

    const response = await app.inject({
      url: '/api/user/sessions',
      headers: { authorization: `Bearer ${ada.signed}` },
    });

    expect(response.json()).toMatchObject([{ current: true }]);
  });

  test('ends one device', async () => {
    const ada = await aShopper();
    const phone = await alsoOn(ada.id, 'Phone');

    const response = await ada.delete(`/api/user/sessions/${phone.id}`);

    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect((await ada.get('/api/user/sessions')).json()).toMatchObject([{ current: true }]);
    const again = await ada.delete(`/api/user/sessions/${phone.id}`);
    expect([again.statusCode, again.json().message]).toEqual([404, settingsMessages.sessionNotFound]);
  });

  test('"Sign out everywhere else" keeps this device and nobody else is touched', async () => {
    const ada = await aShopper();
    const bea = await aShopper();
    await alsoOn(ada.id, 'Phone');
    await alsoOn(ada.id, 'Tablet');

    const response = await ada.delete('/api/user/sessions');

    expect(response.statusCode).toBe(204);
    expect((await ada.get('/api/user/sessions')).json()).toMatchObject([{ current: true }]);
    expect((await bea.get('/api/user/me')).statusCode).toBe(200);
  });

  test('ends this device like any other', async () => {
    const ada = await aShopper();
    const [here] = (await ada.get('/api/user/sessions')).json();

    await ada.delete(`/api/user/sessions/${here.id}`);

    expect((await ada.get('/api/user/me')).statusCode).toBe(401);
  });
});
