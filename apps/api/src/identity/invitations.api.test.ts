import { randomUUID } from 'node:crypto';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { staffPageMessages as texts } from '@shop/contracts/identity/staff-messages';
import { INVITATIONS_MAX, StaffList } from '@shop/contracts/identity/staff-schema';
import { describe, expect, test } from 'vitest';
import { anEmail, PASSWORD } from '#test/builders/account.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { createTestStore } from '#test/test-store.ts';
import { deleteOldInvitations } from './staff-queries.ts';

const { anAdmin, aShopper, db, guest, sql } = await createTestStore();
const olive = await anAdmin({ name: 'Olive Owner', role: 'owner', password: PASSWORD });

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const invite = (email: string, more: object = {}, key?: string) =>
  olive.post('/api/admin/staff/invitations', { email, role: 'packer', password: PASSWORD, ...more }, keyed(key));
const resend = (id: string, key?: string) =>
  olive.post(`/api/admin/staff/invitations/${id}/emails`, undefined, keyed(key));
const staff = async () => StaffList.parse((await olive.get('/api/admin/staff')).json());
const invitationTo = async (email: string) => (await staff()).invitations.find((row) => row.email === email);
const emailsTo = async (email: string) =>
  (
    await sql.query(
      `select payload ->> 'token' as token from email_messages where to_email = $1 and kind = 'staff_invitation' order by id`,
      [email],
    )
  ).rows.map(({ token }) => String(token));

describe('the list of staff', () => {
  test('has name, role, two-factor state and last login, without customers', async () => {
    const sam = await anAdmin({ name: 'Sam Support', role: 'support', password: PASSWORD });
    const customer = await aShopper();
    await sql.query('update users set two_factor_enabled = true where id = $1', [olive.id]);

    const before = (await staff()).members;
    await guest.post('/api/auth/login', { email: sam.email, password: PASSWORD });
    const after = (await staff()).members;

    expect(before.find(({ id }) => id === sam.id)).toEqual({
      id: sam.id,
      name: 'Sam Support',
      email: sam.email,
      role: 'support',
      twoFactor: false,
      lastLoginAt: null,
      isYou: false,
    });
    expect(after.find(({ id }) => id === sam.id)?.lastLoginAt).toEqual(expect.any(String));
    expect(after.find(({ id }) => id === olive.id)).toMatchObject({ twoFactor: true, isYou: true });
    expect(after.map(({ id }) => id)).not.toContain(customer.id);
  });

  test('stores no last login of customers', async () => {
    const ada = await aShopper({ password: PASSWORD });

    await guest.post('/api/auth/login', { email: ada.email, password: PASSWORD });

    const { rows } = await sql.query('select last_login_at from users where id = $1', [ada.id]);
    expect(rows).toEqual([{ last_login_at: null }]);
  });
});

describe('an invitation', () => {
  test('is listed and sent to the address in lower case, with only a hash of its secret stored', async () => {
    const email = anEmail();

    const response = await invite(email.toUpperCase(), { role: 'manager' });

    expect(response.statusCode, response.body).toBe(200);
    expect(await invitationTo(email)).toMatchObject({
      id: response.json().id,
      role: 'manager',
      invitedBy: 'Olive Owner',
      expired: false,
    });
    const [token = ''] = await emailsTo(email);
    const { rows } = await sql.query('select i::text as row from staff_invitations i where email = $1', [email]);
    expect(token).toMatch(new RegExp(`^${response.json().id}\\.`));
    expect(rows[0].row).not.toContain(token.split('.')[1]);
  });

  test('is sent once for a repeated request, and its key is bound to the request', async () => {
    const [email, key] = [anEmail(), randomUUID()];

    const responses = [await invite(email, {}, key), await invite(email, {}, key)];
    const other = await invite(anEmail(), {}, key);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(responses[0]?.json()).toEqual(responses[1]?.json());
    expect(await emailsTo(email)).toHaveLength(1);
    expect(other.json().code).toBe('key_reused');
  });

  test('requires the password of the owner', async () => {
    const email = anEmail();

    const response = await invite(email, { password: 'a guess' });

    expect([response.statusCode, response.json().code]).toEqual([422, 'wrong_password']);
    expect(response.json().errors).toEqual([{ field: 'password', message: settingsMessages.currentPasswordWrong }]);
    expect(await invitationTo(email)).toBeUndefined();
  });

  test('is rejected for a staff member and for an address that has one, also when sent concurrently', async () => {
    const { email } = await anAdmin({ role: 'support' });
    const invited = anEmail();

    const toStaff = await invite(email);
    const concurrent = await Promise.all([invite(invited), invite(invited)]);

    expect([toStaff.statusCode, toStaff.json().errors]).toEqual([
      409,
      [{ field: 'email', message: texts.alreadyStaff }],
    ]);
    expect(concurrent.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await invite(invited)).json()).toMatchObject({ code: 'already_invited', message: texts.alreadyInvited });
    expect(await emailsTo(invited)).toHaveLength(1);
  });

  test('cannot give the role under its older name, nor that of a customer', async () => {
    for (const role of ['admin', 'customer', 'boss']) expect((await invite(anEmail(), { role })).statusCode).toBe(422);
  });

  test('is resent with a new link, once for a repeated request', async () => {
    const [email, key] = [anEmail(), randomUUID()];
    const { id } = (await invite(email)).json();
    await sql.query(`update staff_invitations set expires_at = now() - interval '1 minute' where id = $1`, [id]);
    expect(await invitationTo(email)).toMatchObject({ expired: true });

    const responses = [await resend(id, key), await resend(id, key)];

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const [first = '', second = '', ...more] = await emailsTo(email);
    expect(more).toEqual([]);
    expect((await guest.get(`/api/auth/staff-invitation?token=${first}`)).json().code).toBe('invalid_link');
    expect((await guest.get(`/api/auth/staff-invitation?token=${second}`)).json()).toMatchObject({ email });
    expect(await invitationTo(email)).toMatchObject({ expired: false });
  });

  test('is revoked, after which its link and a second revocation fail and the address can be invited again', async () => {
    const email = anEmail();
    const { id } = (await invite(email)).json();
    const [token = ''] = await emailsTo(email);

    const responses = [1, 2].map(() => olive.delete(`/api/admin/staff/invitations/${id}`));

    expect((await Promise.all(responses)).map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404]);
    expect((await guest.get(`/api/auth/staff-invitation?token=${token}`)).statusCode).toBe(422);
    expect((await resend(id)).statusCode).toBe(404);
    expect(await invitationTo(email)).toBeUndefined();
    expect((await invite(email)).statusCode).toBe(200);
  });

  test('that is unknown is not found', async () => {
    expect((await resend(UNKNOWN_ID)).json().code).toBe('invitation_not_found');
    expect((await olive.delete(`/api/admin/staff/invitations/${UNKNOWN_ID}`)).statusCode).toBe(404);
  });

  test('is deleted 30 days after it expired, however it ended', async () => {
    const [old, recent] = [anEmail(), anEmail()];
    for (const email of [old, recent]) await invite(email);
    await sql.query(
      `update staff_invitations set accepted_at = now(), expires_at = now() - interval '31 days' where email = $1`,
      [old],
    );

    await db.run(deleteOldInvitations());

    const { rows } = await sql.query('select email from staff_invitations where email = any ($1)', [[old, recent]]);
    expect(rows).toEqual([{ email: recent }]);
  });

  test('is rejected while the store has as many open ones as it can have', async () => {
    await sql.query('update staff_invitations set revoked_at = now() where accepted_at is null and revoked_at is null');
    await sql.query(
      `insert into staff_invitations (email, role, secret_hash, expires_at)
       select 'many-' || n || '@example.com', 'packer', 'hash', now() + interval '1 day'
         from generate_series(2, $1::int) n`,
      [INVITATIONS_MAX],
    );

    const responses = await Promise.all([invite(anEmail()), invite(anEmail())]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await invite(anEmail())).json()).toMatchObject({ code: 'too_many_invitations', message: texts.tooMany });
  });
});
