import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { anAccount, anEmail } from '#test/builders/account.ts';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { freePort } from '#test/network.ts';

/** A separate Redis process that can be killed while it is in use. */
async function aKillableRedis() {
  const port = await freePort();
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  );
  const ended = once(child, 'exit');
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('A32 rate limits hold when Redis is killed during an attack', async () => {
  const redis = await aKillableRedis();
  const shop = await createStoreWithPayments({
    REDIS_URL: redis.url,
    RATE_LIMIT_FACTOR: '1',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  await vi.waitUntil(() => shop.redis.usable(), { timeout: 10_000 });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const login = (email: string, ip: string, guess: number) =>
    shop.guest.post('/api/auth/login', { email, password: `guess number ${guess}` }, from(ip));

  const { email } = await anAccount(shop, { from: '2001:db8:1::1' });
  const { variantId } = await aVariant(shop, { quantities: [100] });
  const tester = await aCustomerWithCart(shop, [{ variantId }]);
  const { order } = startedCheckout(await tester.start());
  const before = await Promise.all(Array.from({ length: 5 }, (_, i) => login(email, '2001:db8:2::1', i)));
  expect(before.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(401));
  await redis.kill();
  // The failing command and all later ones fall back to the in-process limiter.
  await vi.waitUntil(() => !shop.redis.usable(), { timeout: 10_000 });

  test('A32 A20 checks ten of 1,000 guesses from one IP address, on one account and on many', async () => {
    for (const [ip, emailFor] of [
      ['2001:db8:2::1', () => email],
      ['2001:db8:3::1', anEmail],
    ] as const) {
      const tries = await Promise.all(Array.from({ length: 1_000 }, (_, i) => login(emailFor(), ip, i)));
      const codes = tries.map(({ statusCode }) => statusCode);
      expect(codes.filter((code) => code === 401)).toHaveLength(10);
      expect(codes.filter((code) => code === 429)).toHaveLength(990);
    }
  });

  test('A32 A22 one account reserves at most ten units', async () => {
    const { variantId: scarceVariantId } = await aVariant(shop, { quantities: [100] });
    const eve = await aCustomerWithCart(shop, [{ variantId: scarceVariantId, quantity: 11 }]);

    expect((await eve.start()).json()).toMatchObject({ status: 409, code: 'unit_limit' });
    expect(await unitsOf(shop, scarceVariantId)).toMatchObject({ available: 100, reserved: 0 });
  });

  test('A32 A21 rejects the sixth card without a provider request', async () => {
    for (let card = 0; card < 5; card += 1) await shop.sandbox.pay(order.id, { outcome: 'failure' });
    await waitForWebhooks(shop, order.id, 5);
    await shop.work();
    const createdBefore = (await shop.sandbox.ledgerEntries('order.created')).length;

    expect((await tester.start({ shippingMethod: 'express' })).statusCode).toBe(429);
    expect((await shop.sandbox.ledgerEntries('order.created')).length).toBe(createdBefore);
  });
});
