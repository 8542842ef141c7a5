import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '../../test/an-order.ts';
import { checkBooksAtTheEnd } from '../../test/books.ts';
import { aPiece } from '../../test/cart.ts';
import { rounds } from '../../test/effort.ts';
import { shareAddress } from '../../test/limits.ts';
import { aBuyer, type Buyer, paidShop } from '../../test/paid-shop.ts';

const shop = await paidShop();
checkBooksAtTheEnd(shop);
const { sql } = shop;

const plenty = () => aPiece(shop, { quantities: [1_000] });
const openCheckoutsOf = async ({ id }: Buyer) =>
  (await sql.query("select from checkouts where user_id = $1 and status = 'open'", [id])).rows;

/** As a client does that is told to come back: a busy machine may let a lock wait too long. */
async function insist(buyer: Buyer, wish: object) {
  for (const key = randomUUID(); ; ) {
    const answer = await buyer.start(wish, key);
    if (answer.statusCode !== 503) return answer;
  }
}

const ROUNDS = rounds(5, 500);
describe(`${ROUNDS} times at the same moment`, () => {
  test('eight accounts order for one address: no more than 10 units are taken', { timeout: 3_600_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const pieces = [await plenty(), await plenty()];
      const buyers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          aBuyer(
            shop,
            (index % 2 ? pieces : pieces.toReversed()).map((piece) => ({ ...piece, quantity: 3 })),
          ),
        ),
      );
      await shareAddress(shop, ...(buyers as [Buyer, ...Buyer[]]));

      const answers = await Promise.all(
        buyers.map((buyer, index) => insist(buyer, index % 3 ? { paymentMethod: 'cod' } : {})),
      );

      const codes = answers.map((answer) => (answer.statusCode === 200 ? 'started' : answer.json().code));
      expect(codes.toSorted()).toEqual([...Array(3).fill('started'), ...Array(5).fill('unit_limit')]);
      for (const { variantId } of pieces) expect(await unitsOf(shop, variantId)).toMatchObject({ available: 991 });
    }
  });

  test('one customer starts eight checkouts for eight addresses: one is open', { timeout: 3_600_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { variantId } = await plenty();
      const ada = await aBuyer(shop, [{ variantId, quantity: 10 }]);
      const { rows } = await sql.query(
        `insert into addresses (user_id, name, line1, city, state, postal_code, country)
         select $1::uuid, 'Other', i || ' Side Street ' || $1::uuid, 'London', 'Greater London', 'W1', 'United Kingdom'
           from generate_series(1, 8) i returning id`,
        [ada.id],
      );

      const answers = await Promise.all(rows.map(({ id }) => insist(ada, { addressId: id })));

      for (const answer of answers) expect([200, 409]).toContain(answer.statusCode);
      expect(await openCheckoutsOf(ada)).toHaveLength(1);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 990, reserved: 10 });
    }
  });
});
