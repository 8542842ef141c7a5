import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { anAccount, anEmail, PASSWORD, sessionCookie } from './account.ts';
import type { Shop } from './harness.ts';
import { ownDatabase, ownShop } from './own-shop.ts';
import { difference } from './timing.ts';

const databaseUrl = await ownDatabase();
const shopWith = (env: NodeJS.ProcessEnv) => ownShop({ databaseUrl, env });

/** Ten, and ten more should Redis take too long in the middle: the process then counts anew for itself. */
const LOOKED_AT_MOST = 20;

const anAddress = () => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;
const login = ({ guest }: Shop, email: string, password: string, from: string) =>
  guest.post('/api/auth/login', { email, password }, { 'x-forwarded-for': from });

describe.each([
  ['with Redis', process.env.REDIS_URL ?? 'redis://127.0.0.1:6379/0'],
  ['without Redis', 'redis://127.0.0.1:1/0'],
])('%s', async (how, REDIS_URL) => {
  // Behind a proxy that is believed, so that a test can come from any address.
  const strict = await shopWith({ REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' });
  const direct = await shopWith({ REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '10.9.8.7' });
  const patient = await shopWith({ REDIS_URL });
  if (how === 'with Redis') await vi.waitUntil(() => [strict, direct, patient].every(({ redis }) => redis.usable()));

  test('A20 a thousand tries on one account from one address: ten are looked at, the owner elsewhere gets in', async () => {
    const { email } = await anAccount(strict, { from: anAddress() });
    const attacker = anAddress();

    const tries = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => login(strict, email, `guess number ${i}`, attacker)),
    );

    const refused = tries.filter(({ statusCode }) => statusCode === 401);
    const stopped = tries.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused.length).toBeLessThanOrEqual(LOOKED_AT_MOST);
    expect(refused.length + stopped.length).toBe(1_000);
    expect(stopped.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect((await login(strict, email, PASSWORD, anAddress())).statusCode).toBe(200);
  });

  test('A20 one try on each of a thousand accounts from one address stops after ten', async () => {
    const attacker = anAddress();

    const tries = await Promise.all(
      Array.from({ length: 1_000 }, () => login(strict, anEmail(), 'password1', attacker)),
    );

    const codes = tries.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(LOOKED_AT_MOST);
    expect(codes.every((code) => code === 401 || code === 429)).toBe(true);
  });

  test('A20 a forged X-Forwarded-For lifts no limit', async () => {
    const email = anEmail();

    const codes: number[] = [];
    for (let i = 0; i < 40; i++) codes.push((await login(direct, email, `guess number ${i}`, anAddress())).statusCode);

    expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(LOOKED_AT_MOST);
    expect(codes.slice(-20)).toEqual(Array(20).fill(429));
  });

  test('A20 an account tried from many addresses is closed to guesses, and opened by a new password', async () => {
    const { email } = await anAccount(strict, { from: anAddress() });
    const codes: number[] = [];
    for (let i = 0; i < 110; i++) codes.push((await login(strict, email, `guess number ${i}`, anAddress())).statusCode);
    expect(codes.filter((code) => code === 401)).toHaveLength(100);
    expect(codes.slice(100)).toEqual(Array(10).fill(429));

    await strict.guest.post('/api/auth/forgot-password', { email }, { 'x-forwarded-for': anAddress() });
    await strict.work();
    const { rows } = await strict.sql.query(
      "select payload->>'token' as token from mails where to_email = $1 and kind = 'reset_password'",
      [email],
    );
    await strict.guest.post(
      '/api/auth/reset-password',
      { token: rows[0].token, password: 'a newer stone' },
      { 'x-forwarded-for': anAddress() },
    );

    expect((await login(strict, email, 'a newer stone', anAddress())).statusCode).toBe(200);
  });

  test('A15 a login does not tell by its time whether the address has an account', { timeout: 120_000 }, async () => {
    const { email } = await anAccount(patient);

    const apart = await difference(
      250,
      () => login(patient, email, 'not the password', '127.0.0.1'),
      () => login(patient, anEmail(), 'not the password', '127.0.0.1'),
    );

    expect(apart).toBeLessThan(0.1);
  });

  test('A15 nor does a forgotten password', { timeout: 60_000 }, async () => {
    const { email } = await anAccount(patient);
    const ask = (address: string) => patient.guest.post('/api/auth/forgot-password', { email: address });
    const bodies = new Set<string>();

    const apart = await difference(
      500,
      async () => bodies.add((await ask(email)).body),
      async () => bodies.add((await ask(anEmail())).body),
    );
    await patient.sql.query('delete from graphile_worker._private_jobs');

    expect(bodies.size).toBe(1);
    expect(apart).toBeLessThan(0.1);
  });

  test('A16 a session planted before the login is worth nothing after it', async () => {
    const victim = await anAccount(patient);
    const attacker = await anAccount(patient);

    const response = await patient.guest.post(
      '/api/auth/login',
      { email: victim.email, password: PASSWORD },
      { cookie: attacker.cookie },
    );

    const own = sessionCookie(response);
    expect(own).not.toBe(attacker.cookie);
    expect((await patient.guest.get('/api/user/me', { cookie: attacker.cookie })).statusCode).toBe(401);
    expect((await patient.guest.get('/api/user/me', { cookie: own })).json().id).toBe(victim.user.id);
  });

  test('A16 a token in the address opens nothing', async () => {
    const { token } = await anAccount(patient);

    for (const name of ['token', 'access_token', 'crystalline_session'])
      expect((await patient.guest.get(`/api/user/me?${name}=${encodeURIComponent(token)}`)).statusCode, name).toBe(401);
  });

  test('A27 a link for a new password: expired, changed or empty it is refused, and no answer ever holds it', async () => {
    const { email } = await anAccount(patient);
    const asked = await patient.guest.post('/api/auth/forgot-password', { email });
    await patient.work();
    const { rows } = await patient.sql.query("select payload->>'token' as token from mails where to_email = $1", [
      email,
    ]);
    const token = String(rows[0].token);
    await patient.sql.query("update verifications set expires_at = now() - interval '1 millisecond'");
    const use = (given: string) =>
      patient.guest.post('/api/auth/reset-password', { token: given, password: 'a newer stone' });

    expect(asked.body).not.toContain(token);
    for (const given of [token, `${token}x`, token.slice(1), '%00', ''])
      expect((await use(given)).statusCode).toBe(422);
    expect((await login(patient, email, PASSWORD, '127.0.0.1')).statusCode).toBe(200);
  });

  test('A27 the table of links opens no account: it holds no link', async () => {
    const { email } = await anAccount(patient);
    await patient.guest.post('/api/auth/forgot-password', { email });
    await patient.work();
    const mail = await patient.sql.query("select payload->>'token' as token from mails where to_email = $1", [email]);

    const { rows } = await patient.sql.query('select identifier from verifications');
    expect(rows.length).toBeGreaterThan(0);
    for (const { identifier } of rows) expect(identifier).not.toContain(mail.rows[0].token);
  });
});
