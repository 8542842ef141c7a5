import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eraseAccount } from '#identity/delete-account.ts';
import { lockUser } from '#identity/queries-account.ts';
import { databaseIsAway } from '#platform/database-errors.ts';
import { unitsOf } from '../../test/an-order.ts';
import { checkBooksAtTheEnd } from '../../test/books.ts';
import { aPiece } from '../../test/cart.ts';
import { rounds } from '../../test/effort.ts';
import { ownShop } from '../../test/own-shop.ts';
import { aBuyer } from '../../test/paid-shop.ts';
import { expireCheckouts } from './expire.ts';
import { settle } from './settle.ts';
import { startCheckout } from './start.ts';

const shop = await ownShop();
checkBooksAtTheEnd(shop);
const { db, sql } = shop;

const ROUNDS = rounds(10, 1_000);
const AN_HOUR = 3_600_000;

/** Opens whatever it is asked to, at once. */
const provider: typeof shop.provider = {
  ...shop.provider,
  openOrder: async ({ receipt, amountMinor, currency }) => ({ id: `order_${receipt}`, amount: amountMinor, currency }),
};

async function atTheWindow(variantIds: string[], promoCode: string) {
  const ada = await aBuyer(
    shop,
    variantIds.map((variantId) => ({ variantId })),
    promoCode,
  );
  const start = (key: string, paymentMethod: 'card' | 'cod') =>
    startCheckout(
      { db, provider },
      {
        actor: { id: ada.id, name: '', role: 'customer' },
        call: { userId: ada.id, key, requestHash: Buffer.from(paymentMethod) },
        wish: { paymentMethod },
      },
    );
  const key = randomUUID();
  const started = await start(key, 'card');
  if (!('order' in started)) throw new Error('This was placed at once.');
  const { rows } = await sql.query<{ id: string }>('select id from addresses where user_id = $1', [ada.id]);
  return { ada, key, start, order: started.order, addressId: rows[0]?.id };
}

/** A busy machine may let a lock wait too long; whatever else goes wrong is told. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (databaseIsAway(error)) return insist(call);
    throw error;
  }
}

test(`${ROUNDS} times people leave while their money comes and their pages ask again: it buys or goes back`, {
  timeout: AN_HOUR,
}, async () => {
  const pieces = [await aPiece(shop, { quantities: [9_999] }), await aPiece(shop, { quantities: [9_999] })];
  const variantIds = pieces.map(({ variantId }) => variantId);
  const code = randomUUID().toUpperCase();
  await sql.query('insert into promo_codes (code, percent_bp) values ($1, 1000)', [code]);

  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = await Promise.all([atTheWindow(variantIds, code), atTheWindow(variantIds.toReversed(), code)]);
    const pay = ({ order }: typeof one) =>
      insist(() =>
        settle(db, {
          id: `pay_${order.id}`,
          orderId: order.id,
          status: 'captured',
          amountMinor: order.amount,
          currency: order.currency,
          method: 'card',
          refundedMinor: 0,
          isVoided: false,
          failureReason: null,
        }),
      );
    const leave = ({ ada }: typeof one) =>
      insist(() =>
        db.transaction(async (tx) => {
          const owner = await lockUser(tx, ada.id);
          if (owner) await eraseAccount(tx, owner);
        }),
      );
    const removeAddress = ({ ada, addressId }: typeof one) => ada.delete(`/api/addresses/${addressId}`);
    // Who has left finds the cart empty, who has paid too; who was quicker is answered.
    const askAgain = ({ start, key }: typeof one) => insist(() => start(key, 'card')).catch(() => undefined);
    const changeTheirMind = ({ start }: typeof one) => insist(() => start(randomUUID(), 'cod')).catch(() => undefined);

    const rivals = [pay, leave, removeAddress, askAgain, changeTheirMind];
    const turned = [...rivals.slice(round % rivals.length), ...rivals.slice(0, round % rivals.length)];
    await Promise.all([
      ...turned.map((rival) => rival(one)),
      ...turned.toReversed().map((rival) => rival(other)),
      expireCheckouts(db),
    ]);

    const { rows } = await sql.query<{ bought: number; back: number }>(
      `select count(o.id)::int as bought, count(r.id)::int as back
         from payments p left join orders o on o.id = p.order_id left join refunds r on r.payment_id = p.id
        where p.provider_payment_id = any ($1)`,
      [[one, other].map(({ order }) => `pay_${order.id}`)],
    );
    expect((rows[0]?.bought ?? 0) + (rows[0]?.back ?? 0)).toBe(2);
  }
  for (const variantId of variantIds) expect(await unitsOf(shop, variantId)).toMatchObject({ reserved: 0 });
});
