import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { shareAddress } from '#test/limits.ts';
import { rounds } from '#test/property-runs.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql } = shop;

const plenty = () => aVariant(shop, { quantities: [1_000] });
const openCheckoutsOf = async ({ id }: CustomerWithCart) =>
  (await sql.query("select from checkouts where user_id = $1 and status = 'open'", [id])).rows;

/** Retries on 503 as a client does: on a busy machine a lock may time out. */
async function retryWhileUnavailable(customer: CustomerWithCart, input: object) {
  for (const key = randomUUID(); ; ) {
    const response = await customer.start(input, key);
    if (response.statusCode !== 503) return response;
  }
}

const ROUNDS = rounds(5, 500);
describe(`${ROUNDS} times concurrently`, () => {
  test('eight accounts share one address: at most 10 units of a variant are taken', {
    timeout: 3_600_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const variants = [await plenty(), await plenty()];
      const customers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          aCustomerWithCart(
            shop,
            (index % 2 ? variants : variants.toReversed()).map((variant) => ({ ...variant, quantity: 3 })),
          ),
        ),
      );
      await shareAddress(shop, ...(customers as [CustomerWithCart, ...CustomerWithCart[]]));

      const responses = await Promise.all(
        customers.map((customer, index) => retryWhileUnavailable(customer, index % 3 ? { paymentMethod: 'cod' } : {})),
      );

      const codes = responses.map((response) => (response.statusCode === 200 ? 'started' : response.json().code));
      expect(codes.toSorted()).toEqual([...Array(3).fill('started'), ...Array(5).fill('unit_limit')]);
      for (const { variantId } of variants) expect(await unitsOf(shop, variantId)).toMatchObject({ available: 991 });
    }
  });

  test('one customer starts eight checkouts for eight addresses: one is open', { timeout: 3_600_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { variantId } = await plenty();
      const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 10 }]);
      const { rows } = await sql.query(
        `insert into addresses (user_id, name, line1, city, state, postal_code, country)
         select $1::uuid, 'Other', i || ' Side Street ' || $1::uuid, 'London', 'Greater London', 'W1J 7NT', 'United Kingdom'
           from generate_series(1, 8) i returning id`,
        [ada.id],
      );

      const responses = await Promise.all(rows.map(({ id }) => retryWhileUnavailable(ada, { addressId: id })));

      for (const response of responses) expect([200, 409]).toContain(response.statusCode);
      expect(await openCheckoutsOf(ada)).toHaveLength(1);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 990, reserved: 10 });
    }
  });
});
