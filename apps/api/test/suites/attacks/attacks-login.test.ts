import { KNOWN_DEVICE_COOKIE, SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { describe, expect, test, vi } from 'vitest';
import { anAccount, anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import type { TestStore } from '#test/harness.ts';
import { aLine, anIp } from '#test/network.ts';
import { redisModes } from '#test/redis-modes.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';
import { medianDifference } from '#test/timing.ts';

const databaseUrl = await createTestDatabase();
const shopWith = (env: NodeJS.ProcessEnv) => createTestStore({ databaseUrl, env });

/** Twice the limit: if Redis times out during the test, the in-process limiter starts from zero. */
const MAX_CHECKED = 20;
const MAX_CHECKED_PER_ACCOUNT = 200;

const login = ({ guest }: TestStore, email: string, password: string, from: string) =>
  guest.post('/api/auth/login', { email, password }, { 'x-forwarded-for': from });

describe.each(redisModes())('%s', async (how, REDIS_URL) => {
  // Behind a trusted proxy, so that requests can come from any IP address.
  const strict = await shopWith({ REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' });
  const direct = await shopWith({ REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '10.9.8.7' });
  const patient = await shopWith({ REDIS_URL });
  if (how === 'with Redis')
    await vi.waitUntil(() => [strict, direct, patient].every(({ redis }) => redis.usable()), { timeout: 30_000 });

  test('A20 checks ten of a thousand guesses on one account from one IP address, and lets its owner log in elsewhere', async () => {
    const { email } = await anAccount(strict, { from: anIp() });
    const attacker = anIp();

    const tries = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => login(strict, email, `guess number ${i}`, attacker)),
    );

    const rejected = tries.filter(({ statusCode }) => statusCode === 401);
    const stopped = tries.filter(({ statusCode }) => statusCode === 429);
    expect(rejected.length).toBeGreaterThanOrEqual(10);
    expect(rejected.length).toBeLessThanOrEqual(MAX_CHECKED);
    expect(rejected.length + stopped.length).toBe(1_000);
    expect(stopped.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect((await login(strict, email, PASSWORD, anIp())).statusCode).toBe(200);
  });

  test('A20 stops one IP address after ten guesses on different accounts', async () => {
    const attacker = anIp();

    const tries = await Promise.all(
      Array.from({ length: 1_000 }, () => login(strict, anEmail(), 'password1', attacker)),
    );

    const codes = tries.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(MAX_CHECKED);
    expect(codes.every((code) => code === 401 || code === 429)).toBe(true);
  });

  /** A hundred wrong passwords, ten from each of ten networks /64 of one line. */
  async function guessFromOneLine(email: string) {
    const line = aLine();
    const codes: number[] = [];
    for (let network = 0; network < 10; network++)
      for (let i = 0; i < 10; i++)
        codes.push((await login(strict, email, `guess number ${network} ${i}`, line(network))).statusCode);
    return codes;
  }
  /** Wrong passwords from as many clients as lock the account. */
  async function lockAccount(email: string) {
    const codes: number[] = [];
    while (codes.at(-1) !== 429 && codes.length <= MAX_CHECKED_PER_ACCOUNT)
      codes.push((await login(strict, email, `guess number ${codes.length}`, anIp())).statusCode);
    return codes;
  }
  const cookieIn = ({ headers }: Awaited<ReturnType<typeof login>>, name: string) =>
    [headers['set-cookie'] ?? []]
      .flat()
      .find((line) => line.startsWith(`${name}=`))
      ?.split(';')[0] ?? '';
  const loginWith = (cookie: string, email: string, password: string) =>
    strict.guest.post('/api/auth/login', { email, password }, { 'x-forwarded-for': anIp(), cookie });

  test('A39 ten networks of one IPv6 line check ten guesses, and its owner can log in elsewhere on a new device', async () => {
    const { email } = await anAccount(strict, { from: anIp() });

    const codes = await guessFromOneLine(email);

    expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(MAX_CHECKED);
    expect((await login(strict, email, PASSWORD, anIp())).statusCode).toBe(200);
  });

  test('A39 256 lines of one IPv6 /48 check thirty guesses, and do not lock the account', async () => {
    const { email } = await anAccount(strict, { from: anIp() });
    const network = anIp().split(':').slice(0, 3).join(':');

    let checked = 0;
    for (let i = 0; i < 120; i++) {
      const { statusCode } = await login(strict, email, `guess number ${i}`, `${network}:${i.toString(16)}00::1`);
      if (statusCode === 401) checked += 1;
    }

    expect(checked).toBeLessThanOrEqual(60);
    expect((await login(strict, email, PASSWORD, anIp())).statusCode).toBe(200);
  });

  test('A20 guesses from everywhere do not lock out a device that has logged in to the account before', async () => {
    const { email } = await anAccount(strict, { from: anIp() });
    const device = cookieIn(await login(strict, email, PASSWORD, anIp()), KNOWN_DEVICE_COOKIE);
    expect((await lockAccount(email)).at(-1)).toBe(429);
    expect((await login(strict, email, PASSWORD, anIp())).statusCode).toBe(429);

    const known = await loginWith(device, email, PASSWORD);

    expect(known.statusCode).toBe(200);
  });

  test('A20 a known device checks ten guesses itself, and is known to no other account', async () => {
    const [mine, other] = [await anAccount(strict, { from: anIp() }), await anAccount(strict, { from: anIp() })];
    const device = cookieIn(await login(strict, mine.email, PASSWORD, anIp()), KNOWN_DEVICE_COOKIE);
    const guesses = async (cookie: string, email: string) => {
      const codes: number[] = [];
      for (let i = 0; i < 12; i++) codes.push((await loginWith(cookie, email, `guess number ${i}`)).statusCode);
      return codes;
    };
    await lockAccount(other.email);

    expect((await loginWith(device, other.email, PASSWORD)).statusCode).toBe(429);
    expect((await guesses(device, mine.email)).slice(-1)).toEqual([429]);
    const altered = device.replace(/=.{16}/, '=AAAAAAAAAAAAAAAA');
    expect((await guesses(altered, mine.email)).slice(-1)).toEqual([401]);
  });

  test('A20 the browser of a password reset logs in, although the account is guessed from everywhere again', async () => {
    const { email } = await anAccount(strict, { from: anIp() });
    await strict.guest.post('/api/auth/forgot-password', { email }, { 'x-forwarded-for': anIp() });
    await strict.work();
    const { rows } = await strict.sql.query(
      "select payload->>'token' as token from email_messages where to_email = $1 and kind = 'reset_password'",
      [email],
    );
    const body = { token: rows[0].token, password: 'a newer stone' };
    const reset = await strict.guest.post('/api/auth/reset-password', body, { 'x-forwarded-for': anIp() });
    expect((await lockAccount(email)).at(-1)).toBe(429);

    const owner = await loginWith(cookieIn(reset, KNOWN_DEVICE_COOKIE), email, 'a newer stone');

    expect(owner.statusCode).toBe(200);
  });

  test('A20 a forged X-Forwarded-For does not bypass the limit', async () => {
    const email = anEmail();

    const codes: number[] = [];
    for (let i = 0; i < 40; i++) codes.push((await login(direct, email, `guess number ${i}`, anIp())).statusCode);

    expect(codes.filter((code) => code === 401).length).toBeLessThanOrEqual(MAX_CHECKED);
    expect(codes.slice(-20)).toEqual(Array(20).fill(429));
  });

  test('A20 locks an account guessed from many IP addresses, and a password reset unlocks it', async () => {
    const { email } = await anAccount(strict, { from: anIp() });
    const codes = await lockAccount(email);
    expect(codes.filter((code) => code === 401).length).toBeGreaterThanOrEqual(100);
    expect(codes.at(-1)).toBe(429);
    expect((await login(strict, email, PASSWORD, anIp())).statusCode).toBe(429);

    await strict.guest.post('/api/auth/forgot-password', { email }, { 'x-forwarded-for': anIp() });
    await strict.work();
    const { rows } = await strict.sql.query(
      "select payload->>'token' as token from email_messages where to_email = $1 and kind = 'reset_password'",
      [email],
    );
    await strict.guest.post(
      '/api/auth/reset-password',
      { token: rows[0].token, password: 'a newer stone' },
      { 'x-forwarded-for': anIp() },
    );

    expect((await login(strict, email, 'a newer stone', anIp())).statusCode).toBe(200);
  });

  test('A15 a failed login and a forgotten password get equal responses with and without an account', async () => {
    const { email } = await anAccount(patient);
    for (const [url, more] of [
      ['/api/auth/login', { password: 'not the password' }],
      ['/api/auth/forgot-password', {}],
    ] as const) {
      const responses = [];
      for (const address of [email, anEmail(), email, anEmail()])
        responses.push(await patient.guest.post(url, { email: address, ...more }, { 'x-request-id': 'the-same-one' }));
      const comparable = responses.map(({ statusCode, body, headers }) => ({
        statusCode,
        body,
        names: Object.keys(headers),
      }));
      expect(new Set(comparable.map((response) => JSON.stringify(response))).size).toBe(1);
    }
  });

  // Timing is only measured in thorough runs, where nothing else loads the machine.
  test.runIf(process.env.THOROUGH)(
    'A15 the time of a failed login does not reveal whether the account exists',
    { timeout: 240_000 },
    async () => {
      const { email } = await anAccount(patient);

      const apart = await medianDifference(
        500,
        () => login(patient, email, 'not the password', '127.0.0.1'),
        () => login(patient, anEmail(), 'not the password', '127.0.0.1'),
      );

      expect(apart).toBeLessThan(0.1);
    },
  );

  test.runIf(process.env.THOROUGH)(
    'A15 the time of a forgotten password does not reveal whether the account exists',
    { timeout: 120_000 },
    async () => {
      const { email } = await anAccount(patient);
      const ask = (address: string) => patient.guest.post('/api/auth/forgot-password', { email: address });

      const apart = await medianDifference(
        500,
        () => ask(email),
        () => ask(anEmail()),
      );
      await patient.sql.query('delete from graphile_worker._private_jobs');

      expect(apart).toBeLessThan(0.1);
    },
  );

  test('A16 login replaces and ends a session that was set before (session fixation)', async () => {
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

  test('A16 rejects a session token in the URL', async () => {
    const { token } = await anAccount(patient);

    for (const name of ['token', 'access_token', SESSION_COOKIE])
      expect((await patient.guest.get(`/api/user/me?${name}=${encodeURIComponent(token)}`)).statusCode, name).toBe(401);
  });

  test('A27 rejects an expired, altered or empty reset token, and never returns the token in a response', async () => {
    const { email } = await anAccount(patient);
    const response = await patient.guest.post('/api/auth/forgot-password', { email });
    await patient.work();
    const { rows } = await patient.sql.query(
      "select payload->>'token' as token from email_messages where to_email = $1",
      [email],
    );
    const token = String(rows[0].token);
    await patient.sql.query("update verifications set expires_at = now() - interval '1 millisecond'");
    const use = (given: string) =>
      patient.guest.post('/api/auth/reset-password', { token: given, password: 'a newer stone' });

    expect(response.body).not.toContain(token);
    for (const given of [token, `${token}x`, token.slice(1), '%00', ''])
      expect((await use(given)).statusCode).toBe(422);
    expect((await login(patient, email, PASSWORD, '127.0.0.1')).statusCode).toBe(200);
  });

  test('A27 does not store reset tokens in plain text in the verifications table', async () => {
    const { email } = await anAccount(patient);
    await patient.guest.post('/api/auth/forgot-password', { email });
    await patient.work();
    const sent = await patient.sql.query("select payload->>'token' as token from email_messages where to_email = $1", [
      email,
    ]);

    const { rows } = await patient.sql.query('select identifier from verifications');
    expect(rows.length).toBeGreaterThan(0);
    for (const { identifier } of rows) expect(identifier).not.toContain(sent.rows[0].token);
  });
});
