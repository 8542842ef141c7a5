import { TwoFactorSetup } from '@shop/contracts/identity/schema';
import type { LightMyRequestResponse } from 'fastify';
import * as OTPAuth from 'otpauth';
import { describe, expect, test } from 'vitest';
import { anAccount, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aGuest, aVariant, cartCookieOf } from '#test/builders/cart.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

/** A cookie that no other host, not even a subdomain, can set or read. */
const HOST_ONLY = /^__Host-[\w.-]+=(?!.*; ?Domain=).*; Path=\/; HttpOnly; Secure; SameSite=Lax$/i;

const cookiesOf = (...responses: LightMyRequestResponse[]) =>
  responses.flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat());
const withoutPrefix = (cookie: string) => cookie.replace(/^__Host-/, '');

describe.each(redisModesIfRequested())('cookies set by a subdomain, %s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { guest } = shop;

  test('A16 every cookie the store sets or clears has the __Host- prefix and its required attributes', async () => {
    const visitor = aGuest(shop);
    const { variantId } = await aVariant(shop);
    const added = await visitor.post('/api/cart/items', { variantId });
    const { email, cookie } = await anAccount(shop);
    const credentials = { email, password: PASSWORD };
    const setup = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
    const code = OTPAuth.URI.parse(TwoFactorSetup.parse(setup.json()).totpUri).generate();
    const merged = await guest.post('/api/auth/login', credentials, { cookie: visitor.cookie() });
    const confirmed = await guest.post('/api/user/two-factor/confirmation', { code }, { cookie });
    const challenged = await guest.post('/api/auth/login', credentials);
    const loggedOut = await guest.post('/api/auth/logout', undefined, { cookie: sessionCookie(confirmed) });
    const { cookie: deletedAccountCookie } = await anAccount(shop);
    const deletion = await guest.post('/api/user/deletion', { password: PASSWORD }, { cookie: deletedAccountCookie });

    const set = cookiesOf(added, merged, confirmed, challenged, loggedOut, deletion);
    expect(set.length).toBeGreaterThanOrEqual(5);
    for (const line of set) expect(line).toMatch(HOST_ONLY);
  });

  test('A16 ignores a session cookie without the prefix', async () => {
    const { cookie } = await anAccount(shop);

    expect((await guest.get('/api/user/me', { cookie })).statusCode).toBe(200);
    expect((await guest.get('/api/user/me', { cookie: withoutPrefix(cookie) })).statusCode).toBe(401);
  });

  test('A16 ignores a cart cookie without the prefix', async () => {
    const visitor = aGuest(shop);
    const { variantId } = await aVariant(shop);
    const added = await visitor.post('/api/cart/items', { variantId });
    const cookie = cartCookieOf(added)?.split(';')[0] ?? '';

    expect((await guest.get('/api/cart', { cookie })).json().items).toHaveLength(1);
    expect((await guest.get('/api/cart', { cookie: withoutPrefix(cookie) })).json().items).toEqual([]);
  });
});
