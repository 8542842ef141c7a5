import { profileMessages } from '@shop/contracts/identity/account-messages';
import { confirmEmailMessages, identityMessages } from '@shop/contracts/identity/auth-messages';
import { SavedProfile } from '@shop/contracts/identity/schema';
import { afterAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#test/builders/account.ts';
import type { TestStore } from '#test/harness.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';

const server = await aMailServer();
afterAll(server.close);
const { aShopper, guest, sql, work } = await createTestStore({ env: { SMTP_URL: server.url } });
type Shopper = Awaited<ReturnType<TestStore['aShopper']>>;

let emailCount = 0;
const newEmail = () => `new-${++emailCount}@example.com`;
const save = (customer: Shopper, more: Record<string, unknown> = {}) =>
  customer.patch('/api/user/me', { name: 'Ada Lovelace', email: customer.email, phone: null, ...more });
/** With the password, which an email change requires. */
const saveEmail = (customer: Shopper, email: string, more: Record<string, unknown> = {}) =>
  save(customer, { email, currentPassword: PASSWORD, ...more });
const emailOf = async (customer: Shopper) => (await customer.get('/api/user/me')).json().email;
const confirm = (token: string) => guest.post('/api/auth/confirm-email', { token, password: PASSWORD });

/** The token in the latest email to this address. */
async function tokenSentTo(email: string) {
  await work();
  const message = (await server.waitFor(email)).at(-1);
  return new URL(/http\S+confirm-email\S+/.exec(message?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? '';
}
const subjectsTo = async (email: string) => {
  await work();
  return (await server.waitFor(email)).map(({ subject }) => subject);
};

describe('the profile', () => {
  test('ACC-007 ROLE-002 STATE-022 is stored: name and phone change immediately', async () => {
    const ada = await aShopper();

    const response = await save(ada, { name: '  Ada King ', phone: ' +1 (555) 010-99 ' });

    expect(response.statusCode).toBe(200);
    expect(SavedProfile.parse(response.json())).toMatchObject({
      user: { id: ada.id, name: 'Ada King', email: ada.email, phone: '+1 (555) 010-99' },
      confirmationSent: false,
    });
    expect((await ada.get('/api/user/me')).json()).toEqual(response.json().user);
  });

  test.each([[''], ['  '], [null]])('with %o as phone number is stored without one', async (phone) => {
    const ada = await aShopper();
    await save(ada, { phone: '555' });

    expect((await save(ada, { phone })).json().user.phone).toBeNull();
  });

  test.each([
    [{ name: '' }, 'name', identityMessages.nameRequired],
    [{ name: ' ' }, 'name', identityMessages.nameRequired],
    [{ name: 'x'.repeat(201) }, 'name', identityMessages.nameTooLong],
    [{ email: '' }, 'email', identityMessages.emailRequired],
    [{ email: 'ada' }, 'email', identityMessages.emailInvalid],
    [{ email: 'ada @example.com' }, 'email', identityMessages.emailInvalid],
    [{ phone: 'call me' }, 'phone', identityMessages.phoneInvalid],
    [{ phone: '5'.repeat(41) }, 'phone', identityMessages.phoneInvalid],
  ])('with %o is rejected with a field error', async (wrong, field, message) => {
    const ada = await aShopper();
    const before = (await ada.get('/api/user/me')).json();

    const response = await save(ada, wrong);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field, message }]);
    expect((await ada.get('/api/user/me')).json()).toEqual(before);
  });
});

describe('a new email address', () => {
  test('ACC-009 takes effect once the link sent there is followed, and the old address is notified', async () => {
    const ada = await aShopper({ email: 'old-ada@example.com', password: PASSWORD });
    const email = newEmail();

    const response = await saveEmail(ada, ` ${email.toUpperCase()} `);
    const token = await tokenSentTo(email);

    expect(response.json()).toMatchObject({ user: { email: 'old-ada@example.com' }, confirmationSent: true });
    expect(response.body).not.toContain(email);
    expect(await emailOf(ada)).toBe('old-ada@example.com');
    expect((await ada.get('/api/user/email-change')).json()).toEqual({ email });

    const confirmed = await confirm(token);

    expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { message: confirmEmailMessages.done }]);
    expect(await emailOf(ada)).toBe(email);
    expect((await ada.get('/api/user/email-change')).json()).toEqual({ email: null });
    expect(await subjectsTo('old-ada@example.com')).toHaveLength(1);
    const { rows } = await sql.query('select email_verified from users where id = $1', [ada.id]);
    expect(rows).toEqual([{ email_verified: true }]);
    const notice = (await server.waitFor('old-ada@example.com'))[0]?.text;
    expect(notice).toContain('n•••@example.com');
    expect(notice).not.toContain(email);
  });

  test('no longer waits for confirmation once its link has expired', async () => {
    const ada = await aShopper({ password: PASSWORD });
    await saveEmail(ada, newEmail());
    await sql.query('update verifications set expires_at = now() where identifier like $1', [`%${ada.id}%`]);

    expect((await ada.get('/api/user/email-change')).json()).toEqual({ email: null });
  });

  test('that differs from the old one only in case is no change', async () => {
    const ada = await aShopper({ password: PASSWORD });

    expect((await save(ada, { email: ada.email.toUpperCase() })).json().confirmationSent).toBe(false);
  });

  test('is confirmed once; the link does not work again', async () => {
    const ada = await aShopper({ password: PASSWORD });
    const email = newEmail();
    await saveEmail(ada, email);
    const token = await tokenSentTo(email);

    const responses = await Promise.all([confirm(token), confirm(token), confirm(token)]);

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422]);
    const response = await confirm(token);
    expect([response.statusCode, response.json().code, response.json().message]).toEqual([
      422,
      'invalid_link',
      confirmEmailMessages.invalid,
    ]);
  });

  test('replaces one requested before', async () => {
    const ada = await aShopper({ password: PASSWORD });
    const [first, second] = [newEmail(), newEmail()];
    await saveEmail(ada, first);
    const replaced = await tokenSentTo(first);
    await saveEmail(ada, second);
    const valid = await tokenSentTo(second);

    expect((await confirm(replaced)).statusCode).toBe(422);
    expect((await confirm(valid)).statusCode).toBe(200);
    expect(await emailOf(ada)).toBe(second);
  });

  test('is rejected if another account took it before the confirmation', async () => {
    const ada = await aShopper({ password: PASSWORD });
    const email = newEmail();
    await saveEmail(ada, email);
    const token = await tokenSentTo(email);
    await aShopper({ email });

    const response = await confirm(token);

    expect([response.statusCode, response.json().code]).toEqual([422, 'invalid_link']);
    expect(await emailOf(ada)).toBe(ada.email);
  });

  test('requested by two customers goes to the first to confirm', async () => {
    const [ada, bea] = [await aShopper({ password: PASSWORD }), await aShopper({ password: PASSWORD })];
    const email = newEmail();
    const tokens: string[] = [];
    for (const customer of [ada, bea]) {
      await saveEmail(customer, email);
      tokens.push(await tokenSentTo(email));
    }

    const responses = await Promise.all(tokens.map(confirm));

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const { rows } = await sql.query('select from users where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });

  test('that already has an account gets the same response, and an email without a link', async () => {
    const ada = await aShopper({ password: PASSWORD });
    const owner = await aShopper({ email: newEmail() });

    const taken = await saveEmail(ada, owner.email);
    const free = await saveEmail(ada, newEmail());

    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    expect(await subjectsTo(owner.email)).toEqual(['This email address already has an account']);
    expect((await server.waitFor(owner.email))[0]?.text).not.toContain('token=');
  });

  test('can be requested five times an hour; the sixth request changes nothing', async () => {
    const ada = await aShopper({ password: PASSWORD });
    const owner = await aShopper({ password: PASSWORD });
    const emails = [newEmail(), owner.email, newEmail(), owner.email, newEmail()];
    for (const email of emails) expect((await saveEmail(ada, email)).statusCode).toBe(200);

    const response = await saveEmail(ada, newEmail(), { name: 'Changed Name' });

    expect([response.statusCode, response.json().message]).toEqual([429, profileMessages.tooManyEmails]);
    expect(response.headers['retry-after']).toBe('3600');
    expect((await ada.get('/api/user/me')).json().name).toBe('Ada Lovelace');
    expect((await save(ada, { name: 'Ada King' })).json().user.name).toBe('Ada King');
  });

  test('keeps all sessions, and invalidates links sent to the old address', async () => {
    const ada = await aShopper({ password: PASSWORD });
    await sql.query(
      `insert into verifications (identifier, value, expires_at) values ('reset of ada', $1, now() + interval '1 hour')`,
      [ada.id],
    );
    const email = newEmail();
    await saveEmail(ada, email);

    await confirm(await tokenSentTo(email));

    expect((await ada.get('/api/user/me')).statusCode).toBe(200);
    const { rows } = await sql.query("select from verifications where value = $1 or identifier like '%' || $1", [
      ada.id,
    ]);
    expect(rows).toEqual([]);
  });
});
