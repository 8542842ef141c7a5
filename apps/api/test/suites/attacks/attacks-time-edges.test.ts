import { afterAll, describe, expect, test, vi } from 'vitest';
import { findCheckoutCart } from '#cart/service.ts';
import { isOpenOrCompleted, lockExpired } from '#checkout/queries.ts';
import { areRedeemed, redeemDiscountCode } from '#discounts/service.ts';
import { findActorByToken } from '#identity/queries.ts';
import { consumeEmailChange, insertEmailChange } from '#identity/user-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { text } from '#platform/database/row.ts';
import { count, one, sql } from '#platform/database/sql.ts';
import { anAccount } from '#test/builders/account.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createStoreWithPayments({ REDIS_URL });
  const { db } = shop;
  afterAll(() => vi.useRealTimers());

  /** Runs in one transaction, where `now()` is constant, so that offsets of milliseconds are exact; rolls back. */
  async function atTheSameMoment<T>(work: (tx: Db) => Promise<T>) {
    const rollback = new Error('rollback');
    let result: T | undefined;
    await db
      .transaction(async (tx) => {
        result = await work(tx);
        throw rollback;
      })
      .catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
    return result;
  }
  const inMs = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])('A35 a discount code that ends in %i ms is active: %s, in the cart and in the order', async (ms, isActive) => {
    const { variantId } = await aVariant(shop);
    const { rows } = await shop.sql.query<{ id: string }>(
      `insert into discount_codes (code, percent_bp) values (upper(md5(random()::text)), 1000) returning id`,
    );
    const discountCodeId = String(rows[0]?.id);
    const eve = await aCustomerWithCart(shop, [{ variantId }]);
    const { checkoutId } = startedCheckout(await eve.start());
    await shop.sql.query('update carts set discount_code_id = $2 where user_id = $1', [eve.id, discountCodeId]);

    const found = await atTheSameMoment(async (tx) => {
      await tx.run(count('test.endCode')`update discount_codes set ends_at = ${inMs(ms)} where id = ${discountCodeId}`);
      const cart = await tx.run(findCheckoutCart(eve.id));
      const redemption = redeemDiscountCode({ discountCodeId, userId: eve.id, checkoutId });
      return { shown: Boolean(cart?.discountCode), redeemed: areRedeemed(await tx.together(redemption)) };
    });

    expect(found).toEqual({ shown: isActive, redeemed: isActive });
  });

  test.each([
    [-1, { payable: false, freed: true }],
    [0, { payable: false, freed: true }],
    [1, { payable: false, freed: false }],
    [999, { payable: false, freed: false }],
    [1_000, { payable: true, freed: false }],
  ])('A35 a reservation that ends in %i ms is never both payable and released', async (ms, expected) => {
    const { variantId } = await aVariant(shop);
    const { checkoutId } = startedCheckout(await (await aCustomerWithCart(shop, [{ variantId }])).start());

    const found = await atTheSameMoment(async (tx) => {
      await tx.run(count('test.endCheckout')`update checkouts set expires_at = ${inMs(ms)} where id = ${checkoutId}`);
      return {
        payable: await isOpenOrCompleted(tx, checkoutId),
        freed: (await lockExpired(tx, 1_000)).includes(checkoutId),
      };
    });

    expect(found).toEqual(expected);
  });

  test.each([
    [-1, undefined],
    [0, undefined],
    [1, { email: 'new@example.com' }],
  ])('A35 an email change link that expires in %i ms', async (ms, expected) => {
    const { id } = await shop.aShopper();

    const taken = await atTheSameMoment(async (tx) => {
      await tx.run(insertEmailChange(id, 'hash', 'new@example.com', 30));
      await tx.run(count('test.endLink')`update verifications set expires_at = ${inMs(ms)} where value like 'hash %'`);
      return tx.run(consumeEmailChange(id, 'hash'));
    });

    expect(taken).toEqual(expected);
  });

  test('A35 a session is valid 1 ms before its expiry, and neither at it nor after it', async () => {
    const { id } = await shop.aShopper();

    const found = await atTheSameMoment(async (tx) => {
      const ids = [];
      for (const ms of [1, 0, -1]) {
        const { token } = await tx.run(
          one('test.endSession', { token: text })`
            update sessions set expires_at = ${inMs(ms)} where user_id = ${id} returning token`,
        );
        ids.push((await findActorByToken(tx, token))?.id);
      }
      return ids;
    });

    expect(found).toEqual([id, undefined, undefined]);
  });

  test('A35 a password reset link is valid 1 ms before its expiry, and not 1 ms after', async () => {
    const statuses = [];
    for (const ms of [-1, 1]) {
      const { email } = await anAccount(shop);
      await shop.guest.post('/api/auth/forgot-password', { email });
      await shop.work();
      const { rows } = await shop.sql.query(
        `select m.payload ->> 'token' as token, v.expires_at as "endsAt"
           from email_messages m join users u on u.email = m.to_email join verifications v on v.value = u.id::text
          where m.to_email = $1 and m.kind = 'reset_password'`,
        [email],
      );
      vi.useFakeTimers({ toFake: ['Date'], now: rows[0].endsAt.getTime() + ms });
      const body = { token: rows[0].token, password: 'a newer violet stone' };
      statuses.push((await shop.guest.post('/api/auth/reset-password', body)).statusCode);
      vi.useRealTimers();
    }

    expect(statuses).toEqual([200, 422]);
  });
});
