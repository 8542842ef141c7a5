import { randomUUID } from 'node:crypto';
import { minor } from '@shop/contracts/common/money';
import { HOUR_MS } from '@shop/contracts/common/time';
import { expect, test } from 'vitest';
import { eraseAccount } from '#identity/account/delete-account.ts';
import { lockUser } from '#identity/user-queries.ts';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { rounds } from '#test/property-runs.ts';
import { createTestStore } from '#test/test-store.ts';
import { finalizePayment } from './confirm.ts';
import { expireCheckouts } from './expire.ts';
import { startCheckout } from './start.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { db, sql } = shop;

const ROUNDS = rounds(10, 1_000);

/** Opens every order without a request. */
const provider: typeof shop.provider = {
  ...shop.provider,
  openOrder: async ({ receipt, amountMinor, currency }) => ({ id: `order_${receipt}`, amount: amountMinor, currency }),
};

async function aStartedCheckout(variantIds: string[], discountCode: string) {
  const ada = await aCustomerWithCart(
    shop,
    variantIds.map((variantId) => ({ variantId })),
    discountCode,
  );
  const start = (key: string, paymentMethod: 'card' | 'cod') =>
    startCheckout(
      { db, provider },
      {
        actor: { id: ada.id, name: '', role: 'customer' },
        call: { userId: ada.id, key, requestHash: Buffer.from(paymentMethod) },
        input: { paymentMethod },
        sources: [],
      },
    );
  const key = randomUUID();
  const started = await start(key, 'card');
  if (!('order' in started)) throw new Error('This was placed at once.');
  const { rows } = await sql.query<{ id: string }>('select id from addresses where user_id = $1', [ada.id]);
  return { ada, key, start, order: started.order, addressId: rows[0]?.id };
}

/** On a busy machine a lock may time out; any other error is thrown. */
async function retryWhileUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isDatabaseUnavailable(error)) return retryWhileUnavailable(call);
    throw error;
  }
}

test(`${ROUNDS} times accounts are deleted during payment and repeated checkouts: each payment is placed or refunded`, {
  timeout: HOUR_MS,
}, async () => {
  const variants = [await aVariant(shop, { quantities: [9_999] }), await aVariant(shop, { quantities: [9_999] })];
  const variantIds = variants.map(({ variantId }) => variantId);
  const code = randomUUID().toUpperCase();
  await sql.query('insert into discount_codes (code, percent_bp) values ($1, 1000)', [code]);

  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = await Promise.all([
      aStartedCheckout(variantIds, code),
      aStartedCheckout(variantIds.toReversed(), code),
    ]);
    const pay = ({ order }: typeof one) =>
      retryWhileUnavailable(() =>
        finalizePayment(db, {
          id: `pay_${order.id}`,
          orderId: order.id,
          status: 'captured',
          amountMinor: order.amount,
          currency: order.currency,
          method: 'card',
          refundedMinor: minor(0),
          isVoided: false,
          failureReason: null,
        }),
      );
    const deleteAccount = ({ ada }: typeof one) =>
      retryWhileUnavailable(() =>
        db.transaction(async (tx) => {
          const owner = await tx.run(lockUser(ada.id));
          if (owner) await eraseAccount(tx, owner);
        }),
      );
    const removeAddress = ({ ada, addressId }: typeof one) => ada.delete(`/api/addresses/${addressId}`);
    // Rejected if the account was deleted or the cart paid before.
    const repeatStart = ({ start, key }: typeof one) =>
      retryWhileUnavailable(() => start(key, 'card')).catch(() => undefined);
    const switchToCash = ({ start }: typeof one) =>
      retryWhileUnavailable(() => start(randomUUID(), 'cod')).catch(() => undefined);

    const rivals = [pay, deleteAccount, removeAddress, repeatStart, switchToCash];
    const turned = [...rivals.slice(round % rivals.length), ...rivals.slice(0, round % rivals.length)];
    await Promise.all([
      ...turned.map((rival) => rival(one)),
      ...turned.toReversed().map((rival) => rival(other)),
      expireCheckouts(db),
    ]);

    const { rows } = await sql.query<{ placed: number; refunded: number }>(
      `select count(o.id)::int as placed, count(r.id)::int as refunded
         from payments p left join orders o on o.id = p.order_id left join refunds r on r.payment_id = p.id
        where p.provider_payment_id = any ($1)`,
      [[one, other].map(({ order }) => `pay_${order.id}`)],
    );
    expect((rows[0]?.placed ?? 0) + (rows[0]?.refunded ?? 0)).toBe(2);
  }
  for (const variantId of variantIds) expect(await unitsOf(shop, variantId)).toMatchObject({ reserved: 0 });
});
